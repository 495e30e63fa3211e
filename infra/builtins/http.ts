/** Imported as a module every export of `node:http` is read, and one loads all of undici: 45 ms of each start. */
const http = process.getBuiltinModule('node:http');
export const { Agent, request, STATUS_CODES } = http;
// oxlint-disable-next-line import/no-default-export -- the AWS SDK asks for it
export default http;
