import {
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleOutlined,
  DownOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import type { PanelView, SeatRow } from '#contract/panels.ts';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import { DueLight } from '#web/toolkit/status/DueLight.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { AttachedFiles } from './AttachedFiles.tsx';
import styles from './panel.module.css';
import {
  expiryText,
  groupsOf,
  groupTally,
  outcomeLabel,
  panelRuleText,
  panelTitle,
  type SeatGroup,
  seatLabel,
  seatTone,
  type Tone,
} from './panel-texts.ts';

const toneIcon: Record<Tone, ReactNode> = {
  good: <CheckCircleFilled aria-hidden />,
  bad: <CloseCircleOutlined aria-hidden />,
  open: <ClockCircleOutlined aria-hidden />,
};

/** Actions on a panel, or on one seat of it. */
export type PanelOffers = (panel: PanelView, seat?: SeatRow) => ReactNode;

/**
 * Shows the people who were asked at a task: the progress, folded groups with their tally, and each answer
 * with its vote.
 */
export function PanelCard(props: {
  panel: PanelView;
  markedId: string | undefined;
  /** Actions of the reader on the panel, in its head and at each seat. */
  offerOf?: PanelOffers | undefined;
}) {
  const { panel, markedId, offerOf } = props;
  const { tally, outcome, seats } = panel;
  const activeSeats = seats.filter(({ state }) => state !== 'removed');
  const waitingCount = tally.seats - tally.handled;
  const isVote = panel.kind === 'countersign';
  return (
    <section className={styles.panel} aria-label={panelTitle[panel.kind]}>
      <div className={styles.head}>
        <strong>
          已答复 {tally.handled} / {tally.seats}
        </strong>
        {outcome !== null && (
          <span className={joinClasses(styles.tag, styles[outcome === 'failed' ? 'bad' : 'good'])}>
            {outcomeLabel[outcome]}
          </span>
        )}
        {panel.can.add && <span className={styles.offer}>{offerOf?.(panel)}</span>}
        {isVote && (
          <span className={styles.rules}>
            {[
              panelRuleText(panel),
              panel.sequence === 'inOrder' ? '依次' : '任意顺序',
              panel.flowCondition === 1 ? '返回发起人' : '自动进入下一环节',
              expiryText(panel),
            ]
              .filter((text) => text !== null)
              .join(' · ')}
          </span>
        )}
      </div>
      <div className={styles.bar} aria-hidden="true">
        {activeSeats.map((seat) => (
          <span key={seat.seat} className={styles[seatTone(seat)]} />
        ))}
      </div>
      {isVote && (
        <p className={styles.tally}>
          <span className={styles.good}>通过 {tally.passed}</span>
          <span className={styles.bad}>不通过 {tally.failed}</span>
          {tally.noAnswer > 0 && <span>未答复 {tally.noAnswer}</span>}
          {waitingCount > 0 && outcome === null && <span>待答复 {waitingCount}</span>}
          {panel.limit !== null && outcome === null && <DueLight due={panel.due} />}
        </p>
      )}
      {panel.attachments.length > 0 && (
        <div className={styles.files}>
          <AttachedFiles files={panel.attachments} />
        </div>
      )}
      {groupsOf(panel).map((group) => (
        <Group
          key={group.group}
          group={group}
          markedId={markedId}
          offerOf={(seat) => offerOf?.(panel, seat)}
        />
      ))}
    </section>
  );
}

function Group(props: {
  group: SeatGroup;
  markedId: string | undefined;
  offerOf: (seat: SeatRow) => ReactNode;
}) {
  const { group, markedId, offerOf } = props;
  const isMarked = group.seats.some(({ id }) => id !== '' && id === markedId);
  const [open, setOpen] = useState(group.name === '' || isMarked);
  const tally = groupTally(group);
  return (
    <div className={styles.group}>
      {group.name !== '' && (
        <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
          {group.name}
          <span className={joinClasses(styles.tag, styles[tally.tone])}>{tally.text}</span>
          <small>{group.seats[0]?.groupMemberNames}</small>
        </button>
      )}
      {open && (
        <ul className={styles.seats}>
          {group.seats.map((seat) => (
            <Seat
              key={seat.seat}
              seat={seat}
              isMarked={seat.id !== '' && seat.id === markedId}
              offer={seat.canRemove ? offerOf(seat) : null}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function Seat({ seat, isMarked, offer }: { seat: SeatRow; isMarked: boolean; offer: ReactNode }) {
  const tone = seatTone(seat);
  return (
    <li>
      <span className={joinClasses(styles.icon, styles[tone])}>{toneIcon[tone]}</span>
      <div>
        <p className={styles.seat}>
          {seat.handlerName} <small>{seat.handlerOrgName}</small>
          {isMarked && '（您）'} <span className={styles[tone]}>{seatLabel[seat.state]}</span>
          {seat.handledAt !== null && (
            <span className={styles.at}>
              <DateTime value={seat.handledAt} />
            </span>
          )}
        </p>
        {seat.handlerOpinion !== '' && <p className={styles.opinion}>{seat.handlerOpinion}</p>}
        {seat.attachments.length > 0 && <AttachedFiles files={seat.attachments} />}
      </div>
      {offer}
    </li>
  );
}
