import { stopSharedPortal } from './shared-portal.ts';

/** Jest's global teardown, for runs without workers: there the test files' process is jest's own. */
// oxlint-disable-next-line import/no-default-export -- jest asks for one
export default stopSharedPortal;
