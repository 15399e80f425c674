import { Button } from 'antd';
import { Link } from 'react-router';
import { applicantTexts } from '#domain/applicants/applicant-word.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { openBeside } from '#web/api/leave-for.ts';
import { ConfirmRow, ConfirmRows } from '#web/toolkit/confirm/ConfirmRows.tsx';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { StatusTag } from '#web/toolkit/status/StatusTag.tsx';
import { toneOfStatus } from '#web/toolkit/status/status-tone.ts';
import type { DuplicateFound } from './use-duplicate-check.ts';
import type { Item } from './use-initiation.ts';

/** The applicant already has an unfinished order for the item (S1 §8), with the way to it for a person who may read it. */
export function DuplicateDialog(props: {
  found: DuplicateFound;
  item: Pick<Item, 'name' | 'applicantWord'>;
  onClose: () => void;
}) {
  const { found, item, onClose } = props;
  const { msg, order } = found;
  const { hasUnfinishedOf, onceMore } = applicantTexts(item.applicantWord);
  return (
    <AppModal
      open
      title={refusalRow.unfinishedOrderExists.text}
      width={520}
      onCancel={onClose}
      footer={
        <>
          <Button autoFocus={order === null} type={order === null ? 'primary' : 'default'} onClick={onClose}>
            知道了
          </Button>
          {order !== null && (
            <Button type="primary" autoFocus onClick={() => openBeside(`/affair/detail/${order.code}`)}>
              打开该办件
            </Button>
          )}
        </>
      }
    >
      <p>
        {order !== null
          ? `${hasUnfinishedOf(item.name)}：`
          : msg.replace(/^申请权限校验不通过：?/, '') || `${hasUnfinishedOf(item.name)}。`}
      </p>
      {order !== null && (
        <ConfirmRows>
          <ConfirmRow label="流水号">
            <Link to={`/affair/detail/${order.code}`} target="_blank">
              {order.code}
            </Link>
          </ConfirmRow>
          <ConfirmRow label="办件名称">{order.title}</ConfirmRow>
          <ConfirmRow label="办理状态">
            <StatusTag tone={toneOfStatus(order.status)} label={order.statusLabel} />
          </ConfirmRow>
        </ConfirmRows>
      )}
      <p>请核对证件号码；{onceMore}，请待原办件办结后提交。</p>
    </AppModal>
  );
}
