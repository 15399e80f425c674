import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { type EventTemplate, type MessagePreset, messageTemplates } from '#contract/message-templates.ts';
import { maxContentLength } from '#domain/messages/limits.ts';
import {
  fillTemplate,
  placeholders,
  sampleValues,
  unknownPlaceholders,
} from '#domain/messages/placeholders.ts';
import { countCharacters, isBlank, problemOfLength } from '#domain/texts/characters.ts';
import { queryOf } from '#web/api/query-of.ts';
import { ConcurrentEditNotice } from '#web/toolkit/concurrent-edits/ConcurrentEditNotice.tsx';
import { useConcurrentEdits } from '#web/toolkit/concurrent-edits/use-concurrent-edits.ts';
import { CancelButton, EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import styles from './message-templates.module.css';

export type EditedTemplate =
  | ({ kind: 'event' } & EventTemplate)
  | ({ kind: 'preset'; id?: string; digest?: string } & Pick<MessagePreset, 'name' | 'content' | 'sort'>);

const maxNameLength = 30;
const labels = { name: '名称', content: '内容' };
interface TemplateText {
  name: string;
  content: string;
}
const draftOf = ({ name, content }: TemplateText): TemplateText => ({ name, content });

/** Returns the current server version of the edited template. */
function newestOf(
  { events, picked }: OutputOf<typeof messageTemplates.list>,
  editedTemplate: EditedTemplate,
) {
  if (editedTemplate.kind === 'preset') return picked.find(({ id }) => id === editedTemplate.id);
  return events.find(
    ({ event, channel }) => event === editedTemplate.event && channel === editedTemplate.channel,
  );
}

function problemOf(content: string): string | undefined {
  if (isBlank(content)) return '请输入消息内容';
  const unknown = unknownPlaceholders(content);
  if (unknown.length > 0) return `占位符不存在：${unknown.join('、')}`;
  return problemOfLength(content, maxContentLength, '消息内容');
}

/** Edits the text of a message; a click inserts a placeholder, and the preview shows sample values. */
export function MessageTemplateDialog(props: { editedTemplate: EditedTemplate; onClose: () => void }) {
  const { editedTemplate, onClose } = props;
  const client = useQueryClient();
  const [name, setName] = useState(editedTemplate.kind === 'preset' ? editedTemplate.name : '');
  const [content, setContent] = useState(editedTemplate.content);
  const [isSubmitted, setSubmitted] = useState(false);
  const hasChanges = useChanged([name, content]);
  const area = useRef<TextAreaRef>(null);
  const { openedVersion, concurrentEdit, mergeNewest } = useConcurrentEdits<
    TemplateText & { digest: string },
    TemplateText
  >({ name: '', digest: '', ...editedTemplate }, { draftOf, labels }, (field, draft) => draft[field]);
  const reload = (message: string) =>
    void client.fetchQuery(queryOf(messageTemplates.list, {})).then((list) => {
      const current = newestOf(list, editedTemplate);
      if (!current) return;
      const draft = mergeNewest({ name: '', ...current }, { name, content }, message);
      setName(draft.name);
      setContent(draft.content);
    });
  const saveEvent = useReportedMutation(messageTemplates.saveEvent, reload);
  const savePreset = useReportedMutation(messageTemplates.savePreset, reload);
  const remove = useReportedMutation(messageTemplates.removePreset, reload);
  const { digest } = openedVersion;
  const problem = isSubmitted ? problemOf(content) : undefined;
  const nameProblem =
    isSubmitted && editedTemplate.kind === 'preset' && isBlank(name) ? '请输入名称' : undefined;

  const save = async (newContent: string | null) => {
    const answer =
      editedTemplate.kind === 'event'
        ? await saveEvent.mutation(
            {
              body: {
                event: editedTemplate.event,
                channel: editedTemplate.channel,
                content: newContent,
                digest,
              },
            },
            '修改成功！',
          )
        : await savePreset.mutation(
            {
              body: {
                ...(editedTemplate.id !== undefined && { id: editedTemplate.id, digest }),
                name,
                content: newContent ?? '',
                sort: editedTemplate.sort,
              },
            },
            editedTemplate.id === undefined ? '添加成功' : '修改成功！',
          );
    if (answer) onClose();
  };
  const submit = () => {
    setSubmitted(true);
    if (problemOf(content) === undefined && (editedTemplate.kind === 'event' || !isBlank(name)))
      void save(content);
  };
  const insertPlaceholder = (placeholder: string) => {
    const field = area.current?.resizableTextArea?.textArea;
    const position = field?.selectionStart ?? content.length;
    setContent(
      `${content.slice(0, position)}{${placeholder}}${content.slice(field?.selectionEnd ?? position)}`,
    );
    area.current?.focus();
  };
  const id = editedTemplate.kind === 'preset' ? editedTemplate.id : undefined;

  return (
    <EditingModal
      open
      title={titleOf(editedTemplate)}
      width={640}
      unsaved={hasChanges}
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          {editedTemplate.kind === 'event' && !editedTemplate.isDefault && (
            <Button loading={saveEvent.running} onClick={() => void save(null)}>
              恢复系统自带
            </Button>
          )}
          {id !== undefined && (
            <Button
              danger
              loading={remove.running}
              onClick={async () => {
                if (await remove.mutation({ params: { id }, body: { digest } }, '删除成功')) onClose();
              }}
            >
              删除
            </Button>
          )}
          <span />
          <CancelButton />
          <Button type="primary" loading={saveEvent.running || savePreset.running} onClick={submit}>
            保存
          </Button>
        </div>
      }
    >
      <ConcurrentEditNotice edit={concurrentEdit} />
      <Form layout="vertical">
        {editedTemplate.kind === 'preset' && (
          <Form.Item
            label="名称"
            required
            htmlFor="template-name"
            help={nameProblem}
            validateStatus={nameProblem && 'error'}
          >
            <Input
              id="template-name"
              aria-required
              value={name}
              maxLength={maxNameLength}
              onChange={(event) => setName(event.target.value)}
            />
          </Form.Item>
        )}
        <Form.Item
          label="内容"
          required
          htmlFor="template-content"
          help={problem}
          validateStatus={problem && 'error'}
        >
          <Input.TextArea
            id="template-content"
            aria-required
            ref={area}
            autoSize={{ minRows: 3, maxRows: 6 }}
            count={{ max: maxContentLength, show: true, strategy: countCharacters }}
            value={content}
            onChange={(event) => setContent(event.target.value)}
          />
        </Form.Item>
      </Form>
      <h3 className={styles.heading}>插入占位符</h3>
      <ul className={styles.words}>
        {Object.values(placeholders).map((placeholder) => (
          <li key={placeholder}>
            <Button size="small" onClick={() => insertPlaceholder(placeholder)}>
              {placeholder}
            </Button>
          </li>
        ))}
      </ul>
      <h3 className={styles.heading}>预览</h3>
      <p className={styles.preview} aria-live="polite">
        {fillTemplate(content, sampleValues)}
      </p>
    </EditingModal>
  );
}

function titleOf(editedTemplate: EditedTemplate): string {
  if (editedTemplate.kind === 'event')
    return `修改消息模板：${editedTemplate.eventLabel}（${editedTemplate.channelLabel}）`;
  return editedTemplate.id === undefined ? '添加消息内容' : `修改消息内容：${editedTemplate.name}`;
}
