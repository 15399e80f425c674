import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { documentTemplates } from '#contract/document-templates.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { DocumentLayout } from '#domain/documents/document-model.ts';
import { initialTemplate } from '#domain/documents/initial-template.ts';
import { documentNameLimits, type ItemDocument, isTemplateCode } from '#domain/documents/item-document.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { CodeField } from '#web/toolkit/codes/CodeField.tsx';
import { useCode } from '#web/toolkit/codes/use-code.ts';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { layoutLabel } from './TemplateForm.tsx';

type TemplateList = OutputOf<typeof documentTemplates.list>;

const layoutHint: Record<DocumentLayout, string> = {
  official: '有红头、文号、印章和版记，用于正式答复、函',
  letter: '信函格式，用于回执、告知书',
  sheet: '表格，用于办件单',
};

/** Asks for a new document template of an item: with the initial content of a layout, or a copy. */
export function NewTemplateDialog(props: {
  list: TemplateList;
  /** The template that is copied; without it, a new one is created. */
  documentToCopy?: ItemDocument;
  onCreate: (created: { taskCode: string; code: string }) => void;
  onClose: () => void;
}) {
  const { list, documentToCopy, onCreate, onClose } = props;
  const [taskCode, setTaskCode] = useState<string | null>(
    documentToCopy ? null : (list.items[0]?.taskCode ?? null),
  );
  const [layout, setLayout] = useState<DocumentLayout>('letter');
  const [name, setName] = useState(documentToCopy?.template.name ?? '');
  const usedCodes = list.rows.filter((row) => row.taskCode === taskCode).map((row) => row.code);
  const editableCode = useCode(name, usedCodes);
  const hasChanges = useChanged([taskCode, layout, name, editableCode.typedCode]);
  const { problems, showProblems, clearProblem } = useProblems();
  const { mutation, running } = useReportedMutation(documentTemplates.saveDraft);

  const submit = async () => {
    const code = await editableCode.resolve();
    const newProblems = problemsOf({ usedCodes, taskCode, name, code });
    if (Object.keys(newProblems).length > 0 || taskCode === null) return showProblems(newProblems);
    const names = { code, name: name.trim() };
    const document: ItemDocument = documentToCopy
      ? { ...documentToCopy, template: { ...documentToCopy.template, ...names } }
      : { template: initialTemplate(layout, names), places: [] };
    if (await mutation({ body: { taskCode, document, over: null } }, '已建立草稿'))
      onCreate({ taskCode, code });
  };
  const field = (id: keyof typeof labels) => ({
    label: labels[id],
    required: true,
    htmlFor: `new-template-${id}`,
    validateStatus: problems[id] === undefined ? ('' as const) : ('error' as const),
    help: problems[id],
  });
  return (
    <EditingModal
      open
      title={documentToCopy ? `复制“${documentToCopy.template.name}”` : '新建文书模板'}
      width={600}
      okText={documentToCopy ? '复制为草稿' : '建立草稿'}
      confirmLoading={running}
      onOk={() => void submit()}
      unsaved={hasChanges}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item {...field('taskCode')}>
          <NameSelect
            id="new-template-taskCode"
            aria-required
            placeholder="请选择事项"
            value={taskCode}
            options={list.items.map((item) => ({ value: item.taskCode, label: item.name }))}
            onChange={(newTaskCode) => {
              setTaskCode(newTaskCode);
              clearProblem('taskCode');
              clearProblem('code');
            }}
          />
        </Form.Item>
        {!documentToCopy && (
          <Form.Item label="版式" required>
            <Radio.Group
              aria-label="版式"
              aria-required
              value={layout}
              onChange={({ target }) => setLayout(target.value as DocumentLayout)}
            >
              {Object.entries(layoutLabel).map(([value, label]) => (
                <div key={value}>
                  <Radio value={value}>
                    {label}：{layoutHint[value as DocumentLayout]}
                  </Radio>
                </div>
              ))}
            </Radio.Group>
          </Form.Item>
        )}
        <Form.Item {...field('name')}>
          <Input
            id="new-template-name"
            aria-required
            maxLength={documentNameLimits.name}
            placeholder="如“受理告知书”"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              clearProblem('name');
            }}
          />
        </Form.Item>
        <CodeField
          id="new-template-code"
          code={editableCode}
          maxLength={documentNameLimits.code}
          problem={problems.code}
          onType={() => clearProblem('code')}
        />
      </Form>
    </EditingModal>
  );
}

const labels = { taskCode: '事项', name: '名称' };

function problemsOf(template: {
  usedCodes: readonly string[];
  taskCode: string | null;
  name: string;
  code: string;
}) {
  const { usedCodes, taskCode, name, code } = template;
  return {
    ...(taskCode === null && { taskCode: '请选择事项' }),
    ...(isBlank(name) && { name: '请填写文书名称' }),
    ...(!isBlank(name) && !isTemplateCode(code) && { code: '编码应为小写字母、数字和连字符' }),
    ...(usedCodes.includes(code) && { code: '该事项已有这个编码的文书' }),
  };
}
