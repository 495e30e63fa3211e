import pageTexts from './en.json' with { type: 'json' };
import errors from './errors.en.json' with { type: 'json' };

/**
 * English texts of the page. Error texts, which functions use too, are in a separate file, because a bundle includes
 * the whole of a JSON file.
 */
export const en = { errors, ...pageTexts };
