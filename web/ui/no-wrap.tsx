import './no-wrap.css';

/** The longest that stands on one line in any column: longer ones, which are rare, may break. */
const longest = 16;

export const NoWrap = ({ text }: { readonly text: string }) =>
  text.length > longest ? text : <span className="no-wrap">{text}</span>;

const isIdentifier = (word: string) => word.includes('-') && /\d/.test(word);

export const WithIdentifiers = ({ text }: { readonly text: string }) =>
  text.split(/( )/).map((word, index) => (isIdentifier(word) ? <NoWrap key={`${index} ${word}`} text={word} /> : word));
