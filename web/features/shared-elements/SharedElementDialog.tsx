import { useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { type SharedElement, sharedElements } from '#contract/shared-elements.ts';
import type { StoredFile } from '#domain/forms/kinds/upload/upload.ts';
import { sharedElementFileRule, sharedElementLimits } from '#domain/forms/shared-elements.ts';
import { isBlank, problemOfLine } from '#domain/texts/characters.ts';
import { codePattern } from '#domain/texts/code-pattern.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { CodeField, StoredCode } from '#web/toolkit/codes/CodeField.tsx';
import { useCode } from '#web/toolkit/codes/use-code.ts';
import { ConcurrentEditNotice } from '#web/toolkit/concurrent-edits/ConcurrentEditNotice.tsx';
import {
  messageOfConcurrentEdit,
  useConcurrentEdits,
} from '#web/toolkit/concurrent-edits/use-concurrent-edits.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { FormContext, type FormContextValue } from '#web/toolkit/form/form-context.ts';
import { UploadArea } from '#web/toolkit/form/kinds/upload/UploadArea.tsx';
import { formContextValue } from '#web/toolkit/open-forms/form-context-value.ts';

interface Draft {
  name: string;
  remark: string;
  file: StoredFile | undefined;
}

const labels = { name: '名称', remark: '备注', file: '样表' };
const emptyElement = { name: '', remark: '', file: undefined, digest: '' };
const draftOf = ({ name, remark, file }: Draft): Draft => ({ name, remark, file });

/** Returns the functions that upload and view a file; further ways to upload are for the papers of applicants. */
const uploadFunctions = ({ uploadFile, cancelUpload, useFileViewer }: FormContextValue) =>
  ({ uploadFile, cancelUpload, useFileViewer }) as FormContextValue;

const rule = { accept: sharedElementFileRule.formats, maxSizeMb: sharedElementFileRule.maxSize };

/** Adds a shared element, or changes its name, remark and file. */
export function SharedElementDialog(props: {
  element: SharedElement | undefined;
  usedCodes: readonly string[];
  onClose: () => void;
}) {
  const { element, usedCodes, onClose } = props;
  const client = useQueryClient();
  const feedback = useFeedback();
  const [draft, setDraft] = useState<Draft>(() => draftOf(element ?? emptyElement));
  const [isUploading, setUploading] = useState(false);
  const [uploads] = useState(() => uploadFunctions(formContextValue));
  const code = useCode(draft.name, usedCodes);
  const changed = useChanged([draft, code.typedCode]);
  const { problems, showProblems, clearProblem, applyServerProblems } = useProblems();
  const { openedVersion, concurrentEdit, mergeNewest } = useConcurrentEdits<
    Draft & { digest: string },
    Draft
  >(element ?? emptyElement, { draftOf, labels }, (field, { [field]: value }) =>
    typeof value === 'object' ? value.name : (value ?? ''),
  );
  const create = useMutation(sharedElements.create);
  const change = useMutation(sharedElements.change);
  const set = (field: keyof Draft, next: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...next }));
    clearProblem(field);
  };

  const send = async ({ name, remark, file }: Draft) => {
    const fileId = file?.id ?? '';
    if (!element) {
      const newCode = await code.resolve();
      if (!codePattern.test(newCode)) {
        showProblems({ code: '编码应以小写字母开头，由小写字母、数字和连字符组成' });
        return undefined;
      }
      return await create.run({ body: { code: newCode, name, remark, fileId } });
    }
    const isNewFile = fileId !== openedVersion.file?.id;
    const { digest } = openedVersion;
    const body = { name, remark, digest, ...(isNewFile && { fileId }) };
    return await change.run({ params: { code: element.code }, body });
  };
  const submit = async () => {
    const nameProblem = isBlank(draft.name) ? '请填写名称' : problemOfLine(draft.name, '名称');
    const found = {
      ...(nameProblem !== undefined && { name: nameProblem }),
      ...(!draft.file && { file: isUploading ? '样表正在上传，请稍候' : '请上传样表文件' }),
    };
    if (Object.keys(found).length > 0) return showProblems(found);
    const outcome = await send(draft);
    if (outcome === undefined || outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      feedback.success(element ? '修改成功！' : '添加成功');
      await outcome.renewal;
      return onClose();
    }
    const message = messageOfConcurrentEdit(outcome.failure);
    if (message === undefined || !element) {
      return applyServerProblems(outcome.failure, ({ field, message: text }) => ({
        [field === 'fileId' ? 'file' : field]: text,
      }));
    }
    const { rows } = await client.fetchQuery({ ...queryOf(sharedElements.list, {}), staleTime: 0 });
    const newest = rows.find((row) => row.code === element.code);
    if (newest) setDraft(mergeNewest(newest, draft, message));
    else feedback.failure(outcome.failure);
  };
  const item = (field: string, label: string) => ({
    label,
    htmlFor: `element-${field}`,
    validateStatus: problems[field] === undefined ? ('' as const) : ('error' as const),
    help: problems[field],
  });
  return (
    <EditingModal
      open
      title={element ? '修改共享要素' : '添加共享要素'}
      width={560}
      okText="保存"
      confirmLoading={create.running || change.running}
      onOk={() => void submit()}
      unsaved={changed}
      onCancel={onClose}
    >
      <ConcurrentEditNotice edit={concurrentEdit} />
      <Form layout="vertical">
        <Form.Item {...item('name', '名称')} required>
          <Input
            id="element-name"
            aria-required
            maxLength={sharedElementLimits.name}
            placeholder="如“申请书示范文本”"
            value={draft.name}
            onChange={({ target }) => set('name', { name: target.value })}
          />
        </Form.Item>
        <Form.Item {...item('file', '样表')} required>
          <FormContext value={uploads}>
            <UploadArea
              text={draft.file ? '更换文件' : '上传文件'}
              button={{
                id: 'element-file',
                'aria-label': draft.file ? '更换样表文件' : '上传样表文件',
              }}
              place={{ form: '共享要素', field: '样表' }}
              testId="chooser-element"
              value={draft.file ? [draft.file] : []}
              disabled={false}
              onRemove={() => set('file', { file: undefined })}
              // A new file replaces the one before, so that the number of files is never exceeded.
              target={{
                rule,
                currentFiles: () => [],
                add: (file) => set('file', { file }),
                setBusy: setUploading,
              }}
            />
          </FormContext>
        </Form.Item>
        <Form.Item {...item('remark', '备注')}>
          <Input.TextArea
            id="element-remark"
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={sharedElementLimits.remark}
            value={draft.remark}
            onChange={({ target }) => set('remark', { remark: target.value })}
          />
        </Form.Item>
        {element ? (
          <StoredCode code={element.code} />
        ) : (
          <CodeField
            id="element-code"
            code={code}
            maxLength={60}
            problem={problems.code}
            onType={() => clearProblem('code')}
          />
        )}
      </Form>
    </EditingModal>
  );
}
