import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useSearchParams } from 'react-router';
import { config } from '#web/data/config.ts';
import { CopyRma } from '#web/features/records/copy-rma.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { Page } from '#web/ui/page.tsx';

// Only what an RMA number can look like is shown: the address is anybody's to write.
const rmaNumber = /^[A-Za-z0-9._~-]{1,40}$/;

/** Says that tracking happens on another site before it opens. */
export const TrackRepairPage = () => {
  const { t } = useTexts();
  const rma = useSearchParams()[0].get('rma') ?? '';
  return (
    <Page title={t('track.title')}>
      <Container>
        <SpaceBetween size="l">
          <Alert type="warning">{t('track.warning')}</Alert>
          {rmaNumber.test(rma) && (
            <div>
              <Box variant="awsui-key-label">{t('track.rma')}</Box>
              <Box fontSize="heading-m">
                {rma} <CopyRma rma={rma} />
              </Box>
              <Box color="text-body-secondary">{t('track.rmaHint')}</Box>
            </div>
          )}
          <Button variant="primary" href={config().trackingUrl} external>
            {t('track.open')}
          </Button>
        </SpaceBetween>
      </Container>
    </Page>
  );
};
