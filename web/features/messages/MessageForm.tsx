import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { type MessageChoices, orderMessages } from '#contract/order-messages.ts';
import { MessageChannel } from '#domain/enumerations/message-channel.ts';
import { maxContentLength, maxTargets } from '#domain/messages/limits.ts';
import { doubleTargets, targetSeparators } from '#domain/messages/targets.ts';
import { countCharacters } from '#domain/texts/characters.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { NameSelect } from '#web/toolkit/choices/NameSelect.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { MessagePresetPicker } from './MessagePresetPicker.tsx';
import styles from './message-dialog.module.css';
import {
  fieldOfProblem,
  type MessageDialogKind,
  type MessageDraft,
  type MessageProblems,
  problemsOfMessage,
} from './message-form.ts';

/** Asks for content, recipients and channel of a message, and sends it. */
export function MessageForm(props: {
  code: string;
  kind: MessageDialogKind;
  choices: MessageChoices;
  /** Called with true while the form contains unsent input. */
  onInputChange: (hasInput: boolean) => void;
}) {
  const { code, kind, choices, onInputChange } = props;
  const { contents, targets } = choices;
  const channels = choices.channels.filter(
    ({ channel }) => kind === 'message' || channel === MessageChannel.sms,
  );
  const empty: MessageDraft = { channel: channels[0]?.channel, targets: [], textName: '', content: '' };
  const [draft, setDraft] = useState(empty);
  const [errors, setProblems] = useState<MessageProblems>({});
  const [doubles, setDoubles] = useState<readonly string[]>([]);
  const [isPicking, setPicking] = useState(false);
  const send = useMutation(orderMessages.send);
  const feedback = useFeedback();

  const change = (changes: Partial<MessageDraft>) => {
    const newDraft = { ...draft, ...changes };
    setDraft(newDraft);
    onInputChange(newDraft.content !== '' || newDraft.targets.length > 0);
    setProblems({});
  };
  const reachableTargets = targets.filter(
    ({ channels: targetChannels }) => draft.channel && targetChannels.includes(draft.channel),
  );

  const submit = async () => {
    const newProblems = problemsOfMessage(draft, kind);
    setProblems(newProblems);
    const { channel } = draft;
    if (Object.keys(newProblems).length > 0 || channel === undefined) return;
    const outcome = await send.run({
      body: {
        code: draft.targets.join(),
        content: draft.content,
        bigChannelType: channel,
        bizCode: code,
        name: draft.textName,
        belongs: 'workorder',
      },
    });
    if (outcome.kind === 'failed') {
      const problems = isCallError(outcome.failure) ? outcome.failure.problems : [];
      if (problems.length === 0) return feedback.failure(outcome.failure);
      return setProblems(
        Object.fromEntries(problems.map((problem) => [fieldOfProblem[problem.field], problem.message])),
      );
    }
    if (outcome.kind === 'ignored') return;
    feedback.success('发送成功');
    setDraft({ ...empty, channel });
    setDoubles([]);
    onInputChange(false);
    await outcome.renewal;
  };

  const channelInUse = channels.find(({ channel }) => channel === draft.channel);
  return (
    <Form layout="vertical" onFinish={() => void submit()} className={styles.form}>
      <Form.Item label="消息渠道" help={errors.channel} validateStatus={errors.channel && 'error'}>
        <Radio.Group
          aria-label="消息渠道"
          value={draft.channel}
          options={channels.map(({ channel, label }) => ({ value: channel, label }))}
          onChange={(event) => change({ channel: event.target.value, targets: [] })}
        />
        {channels.length === 0 && <span className={styles.remark}>短信渠道尚未开通，请联系系统管理员</span>}
        {channelInUse?.isTwin && <span className={styles.remark}>演示渠道：只保存，不真正发出</span>}
      </Form.Item>
      <Form.Item
        label={draft.channel === MessageChannel.sms ? '发送对象（可输入手机号，逗号分隔）' : '接收人员'}
        htmlFor="message-targets"
        help={errors.targets}
        validateStatus={errors.targets && 'error'}
      >
        <NameSelect
          ofPeople
          id="message-targets"
          onPaste={(event) => setDoubles(doubleTargets(event.clipboardData.getData('text'), draft.targets))}
          mode={draft.channel === MessageChannel.sms ? 'tags' : 'multiple'}
          tokenSeparators={[...targetSeparators]}
          value={[...draft.targets]}
          maxTagCount="responsive"
          placeholder={draft.channel === MessageChannel.sms ? '请选择或输入发送对象' : '请选择接收人员'}
          notFoundContent="没有可以选择的人员"
          options={reachableTargets.map(({ value, name, part, mobile }) => ({
            value,
            label: [name, part === name ? '' : part, draft.channel === MessageChannel.inPortal ? '' : mobile]
              .filter(Boolean)
              .join('　'),
          }))}
          onChange={(value: string[]) => change({ targets: value })}
        />
        <span className={styles.hint}>
          已选 {draft.targets.length} / {maxTargets}
          {doubles.length > 0 && <span role="status">，重复的对象只发送一次：{doubles.join('、')}</span>}
        </span>
      </Form.Item>
      <Form.Item
        label={kind === 'sms' ? '短信内容' : '消息内容'}
        htmlFor="message-content"
        help={errors.content}
        validateStatus={errors.content && 'error'}
      >
        <Input.TextArea
          id="message-content"
          autoSize={{ minRows: 3, maxRows: 6 }}
          placeholder={kind === 'sms' ? '请填写短信内容，也可以选择后修改' : '请选择一个消息内容，可以修改'}
          count={{ max: maxContentLength, show: true, strategy: countCharacters }}
          value={draft.content}
          onChange={(event) => change({ content: event.target.value })}
        />
      </Form.Item>
      <div className={styles.buttons}>
        <Button onClick={() => setPicking(true)}>选择消息内容</Button>
        <Button type="primary" htmlType="submit" loading={send.running}>
          发送{draft.targets.length > 0 && `（${draft.targets.length}）`}
        </Button>
      </div>
      {isPicking && (
        <MessagePresetPicker
          presets={contents}
          onClose={() => setPicking(false)}
          onPick={({ name, content }) => {
            change({ textName: name, content });
            setPicking(false);
          }}
        />
      )}
    </Form>
  );
}
