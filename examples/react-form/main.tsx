import { createRoot } from "react-dom/client";
import { Login } from "./login.tsx";

const send = (values) => alert(JSON.stringify(values));
createRoot(document.getElementById("root")).render(<Login send={send} />);
