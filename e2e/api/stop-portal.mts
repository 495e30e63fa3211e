import { stopSharedPortal } from './shared-portal.ts';

/** Jest's global teardown, for runs without workers, where the test files share Jest's own process. */
// oxlint-disable-next-line import/no-default-export -- required by Jest
export default stopSharedPortal;
