/**
 * `node:http` as the bundles of functions have it. Imported as a module every export is read, and one of them loads all
 * of undici: 45 ms of processor at each start, for what no function uses. What else packages ask for does not bundle.
 */
const http = process.getBuiltinModule('node:http');
export const { Agent, request, STATUS_CODES } = http;
// oxlint-disable-next-line import/no-default-export -- the AWS SDK asks for it
export default http;
