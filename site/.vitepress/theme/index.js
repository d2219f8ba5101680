/** The theme of VitePress, and what the site adds to it. */
import theme from "vitepress/theme";
import "./site.css";

export default theme;
