import {
  BellOutlined,
  CloseCircleOutlined,
  PaperClipOutlined,
  PauseCircleOutlined,
  RollbackOutlined,
  SendOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import type { RecordOffer } from '#contract/record-offer.ts';
import type { TaskButton } from '#contract/task-button.ts';
import type { OrderOffer, WorkOrderPage } from '#contract/work-orders.ts';
import { ProcessResult } from '#domain/enumerations/process-result.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import type { AddPapersDialogProps } from '#web/toolkit/added-papers/AddPapersDialog.tsx';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import type { CommonOpinions } from '#web/toolkit/opinion/common-opinions.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import { MoreButton } from './ActionButtons.tsx';
import type { BarOffer } from './handler-buttons.ts';
import styles from './handling.module.css';
import { CopyDialog, OfferDialog, prefetchDialogs } from './lazy-dialogs.ts';
import askedStyles from './requested-seats.module.css';
import { isAtStep } from './step-offers.ts';
import { TaskBar } from './TaskBar.tsx';

export interface HandlerBarProps {
  page: WorkOrderPage;
  forms: HandledForms;
  /** Number of requests to focus the opinion, as after `e` in a list; each further one focuses it again. */
  opinionRequests?: number;
  /**
   * True if the task changed while the user worked on it: nothing may be sent until the user has seen the new
   * state.
   */
  stale?: boolean;
  /** Called after this person's own action: later changes are expected. */
  onActed?: () => void;
  /** Loads the current state of the order. */
  onReload: () => void;
  /** Returns to the previous page of the user. */
  onLeave: () => void;
  commonOpinions: CommonOpinions;
  /** The dialog of 催办, which another capability provides. */
  UrgeDialog: ComponentType<OrderDialogProps>;
  /** The dialogs of side records (补正, 延期 …), which another capability provides. */
  RecordDialog: ComponentType<OrderDialogProps & { offer: RecordOffer }>;
}

/** Properties of every dialog that the bar opens about the order. */
interface OrderDialogProps {
  order: Pick<WorkOrderPage['order'], 'id' | 'code' | 'title'>;
  onDone: () => void;
  onClose: () => void;
}

const AddPapersDialog = lazyPart<AddPapersDialogProps>(
  async () => (await import('#web/toolkit/added-papers/AddPapersDialog.tsx')).AddPapersDialog,
);

const offerIcon: Record<OrderOffer['action'], ReactNode> = {
  withdraw: <RollbackOutlined aria-hidden />,
  recall: <RollbackOutlined aria-hidden />,
  reassign: <UserSwitchOutlined aria-hidden />,
  callOffCountersign: <CloseCircleOutlined aria-hidden />,
  copy: <SendOutlined aria-hidden />,
  urge: <BellOutlined aria-hidden />,
  addPapers: <PaperClipOutlined aria-hidden />,
};

/** Checks that the bar has any action for this person. */
export function hasHandlerBar(page: WorkOrderPage): boolean {
  return page.task !== null || page.offers.length > 0 || page.recordOffers.length > 0;
}

/**
 * Shows the actions of this person on the order: opinion and actions of the open task, the single 提交 after a
 * return, and further actions offered by the server (撤回, 改派, 抄送, 催办, 补充材料). It stays at the lower edge of
 * the page.
 */
export function HandlerBar(props: HandlerBarProps) {
  const {
    page,
    opinionRequests = 0,
    stale = false,
    onActed,
    onReload,
    onLeave,
    UrgeDialog,
    RecordDialog,
    ...rest
  } = props;
  const { order, task, offers } = page;
  const [openOffer, setOpenOffer] = useState<OrderOffer>();
  const [openRecord, setOpenRecord] = useState<RecordOffer>();
  const recordOffers = page.recordOffers.filter(
    ({ traceId }) => task === null || traceId === null || traceId === task.traceId,
  );
  const barOffers: BarOffer[] = [
    // A handler with an open task attaches files to the opinion instead.
    ...offers
      .filter((offer) => !isAtStep(offer) && offer.whyNot === '')
      .map((offer) => ({ key: offer.action, name: offer.name, open: () => setOpenOffer(offer) })),
    ...recordOffers.map((offer) => ({
      key: keyOf(offer),
      name: offer.label,
      open: () => setOpenRecord(offer),
    })),
  ];
  return (
    <section
      className={joinClasses(styles.handlerBar, task === null && styles.handlerBarPlain)}
      aria-label="办理"
      onFocus={prefetchDialogs}
      onPointerEnter={prefetchDialogs}
    >
      {task === null ? (
        <PlainBar
          blockedBy={page.blockedBy}
          offers={offers}
          recordOffers={recordOffers}
          onOffer={setOpenOffer}
          onRecord={setOpenRecord}
        />
      ) : (
        <TaskBar
          key={task.traceId}
          order={order}
          task={task}
          offers={barOffers}
          onRecordButton={(button) => {
            const offer = recordOfButton(button, page);
            if (offer !== undefined) setOpenRecord(offer);
            return offer !== undefined;
          }}
          {...{ opinionRequests, stale, onActed, onReload, onLeave, ...rest }}
        />
      )}
      {openOffer !== undefined && (
        <OfferedActionDialog
          UrgeDialog={UrgeDialog}
          offer={openOffer}
          order={order}
          onDone={() => {
            setOpenOffer(undefined);
            // The order was recalled as a whole: there is nothing to show here.
            if (openOffer.action === 'recall') onLeave();
            else onReload();
          }}
          onClose={() => setOpenOffer(undefined)}
        />
      )}
      {openRecord !== undefined && (
        <RecordDialog
          offer={openRecord}
          order={order}
          onDone={() => {
            setOpenRecord(undefined);
            onReload();
          }}
          onClose={() => setOpenRecord(undefined)}
        />
      )}
    </section>
  );
}

/**
 * Returns the record that the result of a button asks for instead of the button's action: 发起补正 (3001) a correction, and
 * 确认收件 (2006) a rare supplement while the check found something missing (S1 §4).
 */
function recordOfButton({ resultCode }: TaskButton, page: WorkOrderPage): RecordOffer | undefined {
  const opening = (kind: RecordOffer['kind']) =>
    page.recordOffers.find(
      (offer) => offer.kind === kind && offer.command === 'ask' && offer.recordId === null,
    );
  if (resultCode === ProcessResult.correctionRequested) return opening(RecordKind.correction);
  if (resultCode === ProcessResult.receiptConfirmed && page.materials?.hasProblems)
    return opening(RecordKind.rareSupplement);
  return undefined;
}

const keyOf = ({ kind, command, recordId }: RecordOffer) => `${kind}.${command}.${recordId}`;

/** Most actions that stand side by side without a task, on a desktop and on a phone; of more, the rest is in 更多. */
const maxPlainActions = { desktop: 4, phone: 2 } as const;

/**
 * Shows the actions of a person without an open task: those on an existing record first, those that open a record last.
 */
function PlainBar(props: {
  blockedBy: string;
  offers: readonly OrderOffer[];
  recordOffers: readonly RecordOffer[];
  onOffer: (offer: OrderOffer) => void;
  onRecord: (offer: RecordOffer) => void;
}) {
  const { blockedBy, offers, recordOffers, onOffer, onRecord } = props;
  const isPhone = useMediaQuery(phoneQuery);
  const recordAction = (offer: RecordOffer) => ({
    key: keyOf(offer),
    name: offer.label,
    isRed: offer.dangerous,
    isReady: true,
    run: () => onRecord(offer),
    element: (
      <Button
        key={keyOf(offer)}
        type={offer.recordId === null || offer.dangerous ? 'default' : 'primary'}
        danger={offer.dangerous}
        onClick={() => onRecord(offer)}
      >
        {offer.label}
      </Button>
    ),
  });
  const actions = [
    ...recordOffers.filter(({ recordId }) => recordId !== null).map(recordAction),
    ...offers.map((offer) => ({
      key: offer.action,
      name: offer.name,
      isReady: offer.whyNot === '',
      run: () => onOffer(offer),
      element: <OfferButton key={offer.action} offer={offer} onPress={() => onOffer(offer)} />,
    })),
    ...recordOffers.filter(({ recordId }) => recordId === null).map(recordAction),
  ];
  const max = isPhone ? maxPlainActions.phone : maxPlainActions.desktop;
  const shownCount = actions.length > max ? max - 1 : max;
  // An action that is not possible stays in sight, because a menu cannot show its reason.
  const isShown = (action: (typeof actions)[number], index: number) => index < shownCount || !action.isReady;
  const rest = actions.filter((action, index) => !isShown(action, index));
  return (
    <div className={styles.handlerBarButtons}>
      {blockedBy !== '' && <BlockedText text={blockedBy} />}
      {actions.filter(isShown).map(({ element }) => element)}
      {rest.length > 0 && <MoreButton entries={rest} disabled={false} />}
    </div>
  );
}

/** Shows which side record blocks the task. */
function BlockedText({ text }: { text: string }) {
  return (
    <span className={askedStyles.blocked}>
      <PauseCircleOutlined aria-hidden /> {text}，本环节暂停办理
    </span>
  );
}

/** Shows a button; a disabled one shows the reason next to it. */
function OfferButton({ offer, onPress }: { offer: OrderOffer; onPress: () => void }) {
  const { action, name, whyNot } = offer;
  const id = useId();
  const isUnavailable = whyNot !== '';
  return (
    <>
      {isUnavailable && (
        <span id={id} className={askedStyles.hint}>
          {whyNot}
        </span>
      )}
      <Button
        icon={offerIcon[action]}
        disabled={isUnavailable}
        aria-describedby={isUnavailable ? id : undefined}
        onClick={onPress}
      >
        {name}
      </Button>
    </>
  );
}

/** Shows the dialog of an offered action; 抄送, 催办 and 补充材料 ask for more than a reason. */
function OfferedActionDialog({
  UrgeDialog,
  ...props
}: Omit<Parameters<typeof OfferDialog>[0], 'onLoadFailed'> & Pick<HandlerBarProps, 'UrgeDialog'>) {
  const lazyProps = { ...props, onLoadFailed: props.onClose };
  if (props.offer.action === 'copy') return <CopyDialog {...lazyProps} />;
  if (props.offer.action === 'urge') return <UrgeDialog {...props} />;
  if (props.offer.action === 'addPapers') return <AddPapersDialog {...lazyProps} />;
  return <OfferDialog {...lazyProps} />;
}
