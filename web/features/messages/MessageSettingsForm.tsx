import { Alert, Button, Checkbox, TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { type MessageSettings, messageSettings } from '#contract/message-settings.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { popupProps } from '#web/toolkit/days/popup-placements.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import styles from './message-settings.module.css';

const timeFormat = 'HH:mm';
const defaultQuietHours = ['22:00', '07:30'] as const;
const readTime = (text: string) => dayjs(`2000-01-01T${text}`);

type Channel = MessageSettings['channels'][number]['channel'];

/** Edits the settings: one row per event, one column per channel; in-portal messages are always on. */
export function MessageSettingsForm({ settings }: { settings: MessageSettings }) {
  const [events, setEvents] = useState(settings.events);
  const [quietHours, setQuietHours] = useState<readonly [string, string] | undefined>(
    settings.quietFrom !== null && settings.quietUntil !== null
      ? [settings.quietFrom, settings.quietUntil]
      : undefined,
  );
  const save = useMutation(messageSettings.save);
  const feedback = useFeedback();
  const hasNumber = settings.mobile !== null;

  const choose = (event: string, channel: Channel, isSelected: boolean) =>
    setEvents(
      events.map((row) =>
        row.event === event
          ? {
              ...row,
              channels: isSelected
                ? [...row.channels, channel]
                : row.channels.filter((other) => other !== channel),
            }
          : row,
      ),
    );

  const submit = async () => {
    const outcome = await save.run({
      body: {
        events: events.map(({ event, channels }) => ({ event, channels })),
        quietFrom: quietHours?.[0] ?? null,
        quietUntil: quietHours?.[1] ?? null,
      },
    });
    if (outcome.kind === 'failed') return feedback.failure(outcome.failure);
    if (outcome.kind === 'ignored') return;
    feedback.success('修改成功！');
    await outcome.renewal;
  };

  return (
    <div className={styles.settings}>
      {hasNumber ? (
        <p>短信和政务即时通讯发到 {settings.mobile}。号码有误请联系系统管理员。</p>
      ) : (
        <Alert
          type="warning"
          showIcon
          title="您的账号没有登记手机号，只能收到站内消息。需要其他方式请联系系统管理员登记。"
        />
      )}
      <table className={styles.ways}>
        <thead>
          <tr>
            <th scope="col">事件</th>
            <th scope="col">站内消息</th>
            {settings.channels.map(({ channel, label, isOpen, isTwin: isSimulator }) => (
              <th scope="col" key={channel}>
                {label}
                {!isOpen && <small>未开通</small>}
                {isSimulator && <small>演示渠道</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map(({ event, label, channels }) => (
            <tr key={event}>
              <th scope="row">{label}</th>
              <td>
                <Checkbox checked disabled aria-label={`${label}：站内消息`} />
              </td>
              {settings.channels.map(({ channel, label: channelLabel, isOpen }) => (
                <td key={channel}>
                  <Checkbox
                    checked={channels.includes(channel)}
                    disabled={!hasNumber || !isOpen}
                    aria-label={`${label}：${channelLabel}`}
                    onChange={({ target }) => choose(event, channel, target.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.quiet}>
        <Checkbox
          checked={quietHours !== undefined}
          onChange={({ target }) => setQuietHours(target.checked ? defaultQuietHours : undefined)}
        >
          短信免打扰
        </Checkbox>
        {quietHours && (
          <TimePicker.RangePicker
            {...popupProps}
            aria-label="免打扰时段"
            format={timeFormat}
            minuteStep={10}
            order={false}
            allowClear={false}
            value={[readTime(quietHours[0]), readTime(quietHours[1])]}
            onChange={(span) =>
              span?.[0] && span[1] && setQuietHours([span[0].format(timeFormat), span[1].format(timeFormat)])
            }
          />
        )}
        <small>这段时间里的短信等到结束后再发，可以跨过零点；站内消息不受影响。</small>
      </div>
      <Button type="primary" loading={save.running} onClick={() => void submit()}>
        保存
      </Button>
    </div>
  );
}
