import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { UnfinishedOrder } from '#contract/initiation.ts';
import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { applicantTexts } from '#domain/applicants/applicant-texts.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { openInNewWindow } from '#web/api/leave-for.ts';
import type { AddPapersDialogProps } from '#web/toolkit/added-papers/AddPapersDialog.tsx';
import { ConfirmRow, ConfirmRows } from '#web/toolkit/confirm/ConfirmRows.tsx';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useGoWhenClosed } from '#web/toolkit/dialog/use-go-when-closed.ts';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';
import styles from './initiation.module.css';
import type { DuplicateWarning } from './use-duplicate-check.ts';
import type { Item } from './use-initiation.ts';

const AddPapersDialog = lazyPart<AddPapersDialogProps>(
  async () => (await import('#web/toolkit/added-papers/AddPapersDialog.tsx')).AddPapersDialog,
);

/**
 * Shows that the applicant already has an unfinished order for the item (S1 §8). A user who may read the
 * order can open it, register this one as its repeated petition if the item allows it, or add these materials to it.
 */
export function DuplicateDialog(props: {
  warning: DuplicateWarning;
  item: Pick<Item, 'name' | 'applicantWord' | 'petition'>;
  onRepeat: (code: string) => void;
  onClose: () => void;
  /** Focuses the number to be checked, once the dialog is closed. */
  onGoToNumber: () => void;
}) {
  const { warning, item, onRepeat, onGoToNumber } = props;
  const goTo = useGoWhenClosed(props.onClose);
  const onClose = () => goTo(onGoToNumber);
  const { order } = warning;
  const { hasUnfinished, hasUnfinishedOf } = applicantTexts(item.applicantWord);
  const [isAdding, setAdding] = useState(false);
  const [addedText, setAddedText] = useState('');
  const isAdded = addedText !== '';
  const canAdd = order !== null && order.noPapers === '';
  const canRepeat = item.petition?.original?.unfinished === true;
  return (
    <AppModal
      open
      title={hasUnfinished}
      // A short message is a card on a phone.
      width={order === null || isAdded ? 500 : 620}
      onCancel={onClose}
      footer={
        <div className={styles.ways}>
          <Button type={order === null || isAdded ? 'primary' : 'default'} onClick={onClose}>
            知道了
          </Button>
          {order !== null && !isAdded && (
            <>
              {canAdd && <Button onClick={() => setAdding(true)}>补充材料到该办件</Button>}
              {canRepeat && <Button onClick={() => onRepeat(order.code)}>登记为重复信访</Button>}
              <Button type="primary" onClick={() => openInNewWindow(`/affair/detail/${order.code}`)}>
                打开该办件
              </Button>
            </>
          )}
        </div>
      }
    >
      {order !== null && isAdded ? (
        <Alert
          type="success"
          showIcon
          title={
            <>
              办件 <OrderLink {...order} />：{addedText}。本页所填内容保留。
            </>
          }
        />
      ) : (
        <>
          <p>{`${refusalRow.unfinishedOrderExists.text}：${hasUnfinishedOf(item.name)}。`}</p>
          {order !== null && <FoundOrder order={order} />}
          <p>{adviceOf(order, canRepeat, item.applicantWord)}</p>
        </>
      )}
      {isAdding && order !== null && (
        <AddPapersDialog
          order={order}
          onDone={(message) => {
            setAdding(false);
            setAddedText(message);
          }}
          onClose={() => setAdding(false)}
          onLoadFailed={() => setAdding(false)}
        />
      )}
    </AppModal>
  );
}

/**
 * Returns advice on how to continue, also for a user who may not read the order and gets no details of it.
 */
function adviceOf(order: UnfinishedOrder | null, canRepeat: boolean, applicantTerm: ApplicantTerm): string {
  const { registerAgainLabel, repeatedByHistory } = applicantTexts(applicantTerm);
  if (order !== null) {
    const papersText = order.noPapers === '' ? '只是补交材料的，补充到该办件' : order.noPapers;
    return canRepeat
      ? `请先核对证件号码。同一人再次来信反映的，登记为重复信访；${papersText}。`
      : `请先核对证件号码。${papersText}；${registerAgainLabel}，请待原办件办结后提交。`;
  }
  return canRepeat ? repeatedByHistory : `请核对证件号码；${registerAgainLabel}，请待原办件办结后提交。`;
}

function OrderLink({ code }: Pick<UnfinishedOrder, 'code'>) {
  return (
    <Link to={`/affair/detail/${code}`} target="_blank">
      {code}
    </Link>
  );
}

function FoundOrder({ order }: { order: UnfinishedOrder }) {
  return (
    <ConfirmRows>
      <ConfirmRow label="流水号">
        <OrderLink {...order} />
      </ConfirmRow>
      <ConfirmRow label="办件名称">{order.title}</ConfirmRow>
      <ConfirmRow label="办理状态">
        <StatusTag tone={toneOfStatus(order.status)} label={order.statusLabel} />
      </ConfirmRow>
    </ConfirmRows>
  );
}
