import './no-wrap.css';

/** Maximum length that fits on one line in any column; longer texts, which are rare, may wrap. */
const maximumLength = 16;

export const NoWrap = ({ text }: { readonly text: string }) =>
  text.length > maximumLength ? text : <span className="no-wrap">{text}</span>;

const isIdentifier = (word: string) => word.includes('-') && /\d/.test(word);

/** Renders a text whose identifiers, such as reference numbers, are not broken at their hyphens. */
export const WithIdentifiers = ({ text }: { readonly text: string }) =>
  text.split(/( )/).map((word, index) => (isIdentifier(word) ? <NoWrap key={`${index} ${word}`} text={word} /> : word));
