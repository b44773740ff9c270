/**
 * The page with the text of every `<mi-… fallback>` element filled.
 * Rejects with an error named "BadEmbed" where an attribute is wrong; its message names line, element and parameter.
 */
export function fallback(html: string): Promise<string>;
