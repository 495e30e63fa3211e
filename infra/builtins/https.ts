/** `node:https` as the bundles of functions have it: imported it would load `node:http`. */
const https = process.getBuiltinModule('node:https');
export const { Agent, request } = https;
// oxlint-disable-next-line import/no-default-export -- the AWS SDK asks for it
export default https;
