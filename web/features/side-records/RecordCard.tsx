import { Button } from 'antd';
import { useId } from 'react';
import type { RecordOffer } from '#contract/record-offer.ts';
import type { SideRecordRow } from '#contract/side-records.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import type { RecordDialogProps } from './base/record-view.ts';
import styles from './base/side-records.module.css';
import { recordKinds } from './record-kinds.ts';

/** Shows a side record with its content, and the commands that are possible. */
export function RecordCard(props: {
  record: SideRecordRow;
  order: RecordDialogProps['order'];
  offers?: readonly RecordOffer[];
  onPress?: (offer: RecordOffer) => void;
  onDone?: () => void;
  /** True for a record as it stood at an earlier time: content that only the present has is left out. */
  isEarlier?: boolean;
}) {
  const { record, order, offers = [], onPress, onDone = () => undefined, isEarlier = false } = props;
  const view = recordKinds[record.kind];
  const ownCommands = view?.contentCommands ?? [];
  const buttons = offers.filter(({ command }) => !ownCommands.includes(command));
  const titleId = useId();
  const Content = isEarlier && !view?.hasOwnContent ? undefined : view?.Content;
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
              onPress={() => onPress?.(offer)}
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
