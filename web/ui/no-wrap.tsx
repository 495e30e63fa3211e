import './no-wrap.css';

/** The longest that stands on one line in any column: longer ones, which are rare, may break. */
const longest = 16;

/** An identifier, a date or a time: read out and compared as a whole. */
export const NoWrap = ({ text }: { readonly text: string }) =>
  text.length > longest ? text : <span className="no-wrap">{text}</span>;

const isIdentifier = (word: string) => word.includes('-') && /\d/.test(word);

/** A text in which an identifier such as RET-1001-014 stands on one line. */
export const WithIdentifiers = ({ text }: { readonly text: string }) =>
  text.split(/( )/).map((word, index) => (isIdentifier(word) ? <NoWrap key={`${index} ${word}`} text={word} /> : word));
