/** Returns the path under which this document was requested; CloudFront chose its policies by that path. */
export const requestedPath = (): string | undefined => {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  return navigation && URL.parse(navigation.name)?.pathname;
};
