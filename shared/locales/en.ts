import others from './en.json' with { type: 'json' };
import errors from './errors.en.json' with { type: 'json' };

/** The English texts. What functions answer in English stands in a file of its own: a bundle holds the whole of a JSON file. */
export const en = { errors, ...others };
