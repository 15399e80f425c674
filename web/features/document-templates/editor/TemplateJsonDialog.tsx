import { Form, Input } from 'antd';
import { useState } from 'react';
import { documentTemplates } from '#contract/document-templates.ts';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';

/** Shows the whole template as text, to be copied to or from another office's portal. */
export function TemplateJsonDialog(props: {
  taskCode: string;
  /** The document as stored, with paths. */
  document: ItemDocument;
  onApply: (document: ItemDocument) => void;
  onClose: () => void;
}) {
  const { taskCode, document, onApply, onClose } = props;
  const current = JSON.stringify(document, null, 2);
  const [text, setText] = useState(current);
  const [error, setProblem] = useState<string>();
  const { run, running } = useAction(documentTemplates.check);
  // Only the server validates a template: it checks the text before the page uses it.
  const applyText = async () => {
    const value = readJson(text) as ItemDocument | undefined;
    if (value === undefined) return setProblem('不是 JSON');
    const outcome = await run({ body: { taskCode, document: value } });
    if (outcome.kind === 'done') return onApply(value);
    if (outcome.kind === 'failed') setProblem(`不是文书模板：${textsOf(outcome.failure)}`);
  };
  return (
    <EditingModal
      open
      title="模板代码（JSON）"
      width={800}
      okText="取用"
      okButtonProps={{ disabled: text === current }}
      confirmLoading={running}
      onOk={() => void applyText()}
      unsaved={() => text !== current}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label="可以全部复制到别处，或把别处的粘贴进来；编码不变"
          htmlFor="template-json"
          validateStatus={error && 'error'}
          help={error}
        >
          <Input.TextArea
            id="template-json"
            rows={20}
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setProblem(undefined);
            }}
          />
        </Form.Item>
      </Form>
    </EditingModal>
  );
}

function textsOf(failure: unknown): string {
  const [problem] = isCallError(failure) ? failure.problems : [];
  return problem ? `${problem.field.replace(/^document\./, '')} ${problem.message}` : textOfFailure(failure);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
