import { Form, Input } from 'antd';
import { useState } from 'react';
import { isBlank, isOneLine, oneLineMessage } from '#domain/texts/characters.ts';
import { CodeField } from '../codes/CodeField.tsx';
import { useCode } from '../codes/use-code.ts';
import { EditingModal } from '../dialog/EditingModal.tsx';
import { useChanged } from '../dialog/use-changed.ts';
import { useProblems } from '../dialog/use-problems.ts';

const maxNameLength = 60;

/** Asks for the name of a new item, form or process; its permanent code is derived from the name. */
export function NewDefinition(props: {
  /** Kind such as 事项, 表单, 流程. */
  kind: string;
  /** Label of the button that opens the editor. */
  okText: string;
  /** An example name. */
  example: string;
  isCode: (text: string) => boolean;
  usedCodes: readonly string[];
  usedNames: readonly string[];
  onCreate: (made: { code: string; name: string }) => void;
  onClose: () => void;
}) {
  const { kind, isCode, usedCodes, usedNames } = props;
  const [name, setName] = useState('');
  const editableCode = useCode(name, usedCodes);
  const changed = useChanged([name, editableCode.typedCode]);
  const { problems, showProblems, clearProblem } = useProblems();
  const submit = async () => {
    const code = await editableCode.resolve();
    const newProblems = {
      ...(isBlank(name) && { name: `请填写${kind}名称` }),
      ...(!isOneLine(name) && { name: `${kind}名称${oneLineMessage}` }),
      ...(!isBlank(name) && !isCode(code) && { code: `编码应以小写字母开头，由小写字母、数字和连字符组成` }),
      ...(usedCodes.includes(code) && { code: `已有这个编码的${kind}` }),
    };
    if (Object.keys(newProblems).length > 0) return showProblems(newProblems);
    props.onCreate({ code, name: name.trim() });
  };
  const isNameUsed = usedNames.includes(name.trim());
  const field = (id: 'name', label: string) => ({
    label,
    required: true,
    htmlFor: `new-${id}`,
    validateStatus: problems[id] === undefined ? ('' as const) : ('error' as const),
    ...(problems[id] === undefined && isNameUsed && { validateStatus: 'warning' as const }),
    help: problems[id] ?? (isNameUsed ? `已有同名的${kind}，仍可新建` : undefined),
  });
  return (
    <EditingModal
      open
      title={`新建${kind}`}
      width={520}
      okText={props.okText}
      onOk={() => void submit()}
      unsaved={changed}
      onCancel={props.onClose}
    >
      <Form layout="vertical">
        <Form.Item {...field('name', `${kind}名称`)}>
          <Input
            id="new-name"
            aria-required
            maxLength={maxNameLength}
            placeholder={`如“${props.example}”`}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              clearProblem('name');
            }}
          />
        </Form.Item>
        <CodeField
          id="new-code"
          code={editableCode}
          maxLength={maxNameLength}
          problem={problems.code}
          onType={() => clearProblem('code')}
        />
      </Form>
    </EditingModal>
  );
}
