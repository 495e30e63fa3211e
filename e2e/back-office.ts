import { eventually } from '#scripts/local-cloud/testing/eventually.ts';

/** What the provider reports of a repair, sent through the page of its stand-in, once that has heard of it; without an RMA number one is made up. */
export const report = async (id: string, what: string, rma = '') => {
  await eventually('the back office has heard of the repair', async () => {
    const page = await fetch(`${process.env['PORTAL_BACK_OFFICE_URL'] ?? ''}/repairs.json`);
    return (await page.text()).includes(id);
  });
  const answer = await fetch(`${process.env['PORTAL_BACK_OFFICE_URL'] ?? ''}/reports`, {
    method: 'POST',
    body: new URLSearchParams({ id, report: what, rma }),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`The back office answered ${answer.status}: ${await answer.text()}`);
};
