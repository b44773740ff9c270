export function serve(
  folder: string,
  options?: { compressed?: boolean; missing?: string },
): Promise<{ url: string; stop: () => Promise<void> }>;
