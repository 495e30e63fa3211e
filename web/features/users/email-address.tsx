/** An email address that breaks before its @ where it doesn't fit, rather than within a word. */
export const EmailAddress = ({ children }: { readonly children: string }) => {
  const at = children.lastIndexOf('@');
  if (at < 1) return children;
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
};
