/**
 * Replaces `node:http` in the bundles of the functions (infra/bundling.ts). Avoids `import`, which evaluates every export of `node:http`; one of them loads undici and adds 45 ms to each cold
 * start.
 */
const http = process.getBuiltinModule('node:http');
export const { Agent, request, STATUS_CODES } = http;
// oxlint-disable-next-line import/no-default-export -- the AWS SDK imports it
export default http;
