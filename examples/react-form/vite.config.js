import { validlib } from "validlib/plugin";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [validlib.vite({ small: true })] });
