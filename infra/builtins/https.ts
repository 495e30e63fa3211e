/** Provides `node:https` to the bundles of functions without `import`, which would load `node:http`. */
const https = process.getBuiltinModule('node:https');
export const { Agent, request } = https;
// oxlint-disable-next-line import/no-default-export -- the AWS SDK imports it
export default https;
