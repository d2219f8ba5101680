/** Makes all formats available; importing this file is enough. */
import { useAllFormats } from "./index.ts";

useAllFormats();
