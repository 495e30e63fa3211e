/** Returns the path under which this document was requested; CloudFront sets the document's policies by that path. */
export const readRequestedPath = (): string | undefined => {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  return navigation && URL.parse(navigation.name)?.pathname;
};
