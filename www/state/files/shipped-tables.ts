// The tables that lie beside the page, by the names that links call them by.

export const SHIPPED_TABLES: readonly string[] = ["digits", "breast-cancer", "health-insurance"];
