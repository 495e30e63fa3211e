import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import './attention-panel.css';
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import { limits } from '#shared/limits.ts';
import type { Hit } from '#web/features/records/record-hit.tsx';
import { Hits } from '#web/features/records/record-hit.tsx';
import { useTexts } from '#web/language/i18n.ts';
import { Link } from '#web/ui/link.tsx';
import { Loading, LoadFailed } from '#web/ui/list/loading.tsx';
import { focusHeading } from '#web/ui/page.tsx';
import type { Watched } from './use-attention.ts';
import { useAttention } from './use-attention.ts';

type GroupProps = { readonly title: string; readonly hits: readonly Hit[]; readonly children: ReactNode };

const Group = ({ title, hits, children }: GroupProps) => (
  <section>
    <div className="attention-head">
      <h3>{title}</h3>
      {children}
    </div>
    <Hits label={title} hits={hits} />
  </section>
);

type Props = Watched & {
  /** Its height is known: what stands below it can show. Gets whether it failed, which it says. */
  readonly onSettled: (hasFailed: boolean) => void;
};

/** What a store should look at first: fees to be answered, RMA numbers that are long in coming, and what was reported. */
export const AttentionPanel = ({ onSettled, ...watched }: Props) => {
  const { t } = useTexts();
  const { state, reload, markSeen } = useAttention(watched);
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (state.status !== 'loading') settle(state.status === 'failed');
  }, [state.status]);

  const content = () => {
    if (state.status === 'loading') return <Loading text={t('home.attention.loading')} />;
    if (state.status === 'failed') return <LoadFailed failure={state.failure} onRetry={reload} />;
    const { concerns, reported } = state;
    if (concerns.length + reported.length === 0)
      return <Box color="text-body-secondary">{t('home.attention.nothing')}</Box>;
    return (
      <div className="attention">
        {concerns.map(({ title, hits, all }) => (
          <Group key={title} title={t(title, { count: limits.home.usualRmaDays })} hits={hits}>
            <Link href={all}>{t('home.attention.all')}</Link>
          </Group>
        ))}
        {reported.length > 0 && (
          <Group title={t('home.attention.reported')} hits={reported}>
            <Button
              variant="inline-link"
              onClick={() => {
                markSeen();
                // The button goes with the group.
                focusHeading();
              }}
            >
              {t('home.attention.seen')}
            </Button>
          </Group>
        )}
      </div>
    );
  };
  return <Container header={<Header variant="h2">{t('home.attention.title')}</Header>}>{content()}</Container>;
};
