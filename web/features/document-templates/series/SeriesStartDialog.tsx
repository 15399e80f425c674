import { Form, InputNumber } from 'antd';
import { useState } from 'react';
import { type DocumentSeries, documentSeries } from '#contract/document-templates.ts';
import { documentNumber, maxDocumentNumber } from '#domain/documents/document-number.ts';
import { ConfirmRow, ConfirmRows } from '#web/toolkit/confirm/ConfirmRows.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

/**
 * Lets a series continue from a number, such as the last one before the portal was introduced; it never goes
 * back.
 */
export function SeriesStartDialog({ series, onClose }: { series: DocumentSeries; onClose: () => void }) {
  const { orgId, orgName, name, year, last, begun, free } = series;
  const minNumber = last + 1;
  const [number, setNumber] = useState<number | null>(minNumber);
  const { mutation, running } = useReportedMutation(documentSeries.setLast);
  const problem = problemOf(number, minNumber);
  const textOf = (value: number) => documentNumber({ series: name, year, number: value });
  const submit = async () => {
    if (problem !== undefined || number === null) return;
    const body = { orgId, name, year, last: number - 1 };
    if (await mutation({ body }, `“${name}”的新文号从 ${number} 号起`)) onClose();
  };
  return (
    <EditingModal
      open
      title={`设置起始：${name}〔${year}〕`}
      width={560}
      okText="确认设置"
      okButtonProps={{ disabled: number === minNumber }}
      confirmLoading={running}
      onOk={() => void submit()}
      unsaved={() => number !== minNumber}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label="新文号从第几号起"
          required
          htmlFor="series-start"
          validateStatus={problem && 'error'}
          help={problem}
          extra={`如启用本系统前已经编到 185 号，填 186。${last === 0 ? '' : `${begun ? `已编至 ${last} 号` : `已设为从 ${minNumber} 号起`}，不能改小。`}`}
        >
          <InputNumber
            id="series-start"
            aria-required
            precision={0}
            value={number}
            // The field shows a typed fraction until it is left.
            onChange={(next) => setNumber(next && Math.round(next))}
            onPressEnter={() => void submit()}
          />
        </Form.Item>
      </Form>
      {problem === undefined && number !== null && (
        <ConfirmRows>
          <ConfirmRow label="机构">{orgName}</ConfirmRow>
          <ConfirmRow label="新文号">从 {textOf(number)} 起</ConfirmRow>
          {number > minNumber && (
            <ConfirmRow label="不再使用">
              {number === minNumber + 1 ? textOf(minNumber) : `${textOf(minNumber)} 至 ${textOf(number - 1)}`}
              ，设置后不能改回
            </ConfirmRow>
          )}
          {free.length > 0 && (
            <ConfirmRow label="空号">
              之前空出的 {free.slice(0, 5).join('、')}
              {free.length > 5 && ` 等 ${free.length} 个`}仍先编用
            </ConfirmRow>
          )}
        </ConfirmRows>
      )}
    </EditingModal>
  );
}

function problemOf(number: number | null, minNumber: number): string | undefined {
  if (number === null) return '请填写起始号';
  if (number < minNumber) return `不能小于 ${minNumber}`;
  return number > maxDocumentNumber ? `不能大于 ${maxDocumentNumber}` : undefined;
}
