/** Returns the path under which this document was requested; it determines which policies (content security, camera) CloudFront sets for the document. */
export const readRequestedPath = (): string | undefined => {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  return navigation && URL.parse(navigation.name)?.pathname;
};
