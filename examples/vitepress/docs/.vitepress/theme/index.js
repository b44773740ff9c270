import DefaultTheme from "vitepress/theme-without-fonts";
import "./embeds.css";

export default {
  extends: DefaultTheme,
  // Custom elements exist in browsers only; while the pages are rendered there is none.
  async enhanceApp() {
    if (import.meta.env.SSR) return;
    await Promise.all([import("mi-bounds/elements"), import("mi-bounds/frame")]);
  },
};
