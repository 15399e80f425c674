import { Checkbox, Form } from 'antd';
import type { Problems } from '#web/toolkit/dialog/use-problems.ts';
import { PaperFiles } from '../base/PaperFiles.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { PromiseSheet } from './PromiseSheet.tsx';

/** Asks for the promise of the applicant: its text is read and printed at the counter, the signed sheet is added as a file. */
export function PromiseFields(props: {
  order: RecordDialogProps['order'];
  promise: { text: string; signed: boolean };
  papers: readonly string[];
  limit: string;
  promised: boolean;
  disabled: boolean;
  problems: Problems;
  onPromised: (promised: boolean) => void;
  onSheet: (fileIds: string[], busy: boolean) => void;
}) {
  const { order, promise, papers, limit, promised, disabled, problems, onPromised, onSheet } = props;
  return (
    <>
      <Form.Item
        label="承诺书"
        required
        validateStatus={problems.promised && 'error'}
        help={problems.promised}
      >
        <PromiseSheet order={order} text={promise.text} papers={papers} limit={limit} />
        <Checkbox checked={promised} onChange={({ target }) => onPromised(target.checked)}>
          申请人已阅读并签署承诺书
        </Checkbox>
      </Form.Item>
      <PaperFiles
        storageName={`record.${order.code}.promise`}
        name="签字的承诺书"
        hint={promise.signed ? '扫描或拍照上传' : '选填，扫描或拍照上传'}
        required={promise.signed}
        problem={problems.fileList}
        disabled={disabled}
        onChange={onSheet}
      />
    </>
  );
}
