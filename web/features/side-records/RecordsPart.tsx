import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { RecordOffer } from '#contract/record-offer.ts';
import { type SideRecordRow, sideRecords } from '#contract/side-records.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Card } from '#web/toolkit/page/Card.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import type { RecordDialogProps } from './base/record-view.ts';
import styles from './base/side-records.module.css';
import { recordKinds } from './record-kinds.ts';

/** Number of closed records that are shown at first. */
const shownClosedRecords = 3;

/** Shows the side records of an order as cards, the open ones first, each with the commands that are possible. */
export function RecordsPart({ order, onDone }: Pick<RecordDialogProps, 'order' | 'onDone'>) {
  const list = useQuery(queryOf(sideRecords.list, { params: { workorderCode: order.code } }));
  const [given, setGiven] = useState<{ offer: RecordOffer; record: SideRecordRow }>();
  const [showsAll, setShowsAll] = useState(false);
  if (list.isError)
    return (
      <Card title="办件记录">
        <FailureState compact failure={list.error} onRetry={() => void list.refetch()} />
      </Card>
    );
  if (!list.data)
    return (
      <Card title="办件记录">
        <SkeletonRows rows={2} />
      </Card>
    );
  const { records, offers } = list.data;
  const open = records.filter(({ isOpen }) => isOpen);
  const closed = records.filter(({ isOpen }) => !isOpen);
  const shownClosed = showsAll ? closed : closed.slice(0, shownClosedRecords);
  const Dialog = given && recordKinds[given.offer.kind]?.Dialog;
  return (
    <>
      {[...open, ...shownClosed].map((record) => (
        <RecordCard
          key={record.id}
          record={record}
          order={order}
          offers={offers.filter(({ recordId }) => recordId === record.id)}
          onPress={(offer) => setGiven({ offer, record })}
          onDone={onDone}
        />
      ))}
      {shownClosed.length < closed.length && (
        <Button type="link" onClick={() => setShowsAll(true)}>
          查看其余 {closed.length - shownClosed.length} 项已了结的记录
        </Button>
      )}
      {given && Dialog && (
        <Dialog
          order={order}
          offer={given.offer}
          record={given.record}
          onDone={() => {
            setGiven(undefined);
            onDone();
          }}
          onClose={() => setGiven(undefined)}
        />
      )}
    </>
  );
}

function RecordCard(props: {
  record: SideRecordRow;
  order: RecordDialogProps['order'];
  offers: readonly RecordOffer[];
  onPress: (offer: RecordOffer) => void;
  onDone: () => void;
}) {
  const { record, order, offers, onPress, onDone } = props;
  const view = recordKinds[record.kind];
  const ownCommands = view?.contentCommands ?? [];
  const buttons = offers.filter(({ command }) => !ownCommands.includes(command));
  const titleId = `record-${record.id}`;
  const Content = view?.Content;
  return (
    <section className={joinClasses(styles.card, record.isOpen && styles.open)} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId}>{record.kindName}</h2>
        <StatusTag tone={record.isOpen ? 'warning' : 'neutral'} label={record.stateName} />
        <span className={styles.origin}>
          {record.nodeName !== '' && `${record.nodeName}，`}
          {record.openedBy}，{minuteText(new Date(record.openedAt))}
        </span>
      </div>
      <dl className={styles.facts}>
        {(view?.facts(record) ?? []).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {Content && <Content record={record} order={order} offers={offers} onDone={onDone} />}
      {buttons.length > 0 && (
        <div className={styles.foot}>
          {buttons.map((offer, index) => (
            <RecordButton
              key={offer.command}
              offer={offer}
              isMain={index === 0}
              onPress={() => onPress(offer)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Shows the button of a command; a disabled one shows the reason before it. */
function RecordButton(props: { offer: RecordOffer; isMain: boolean; onPress: () => void }) {
  const { offer, isMain, onPress } = props;
  const id = `record-${offer.recordId}-${offer.command}`;
  const isUnavailable = offer.whyNot !== '';
  return (
    <>
      {isUnavailable && (
        <span id={id} className={styles.origin}>
          {offer.whyNot}
        </span>
      )}
      <Button
        type={isMain && !offer.dangerous ? 'primary' : 'default'}
        danger={offer.dangerous}
        disabled={isUnavailable}
        aria-describedby={isUnavailable ? id : undefined}
        onClick={onPress}
      >
        {offer.label}
      </Button>
    </>
  );
}
