import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { TaskButton } from '#contract/work-orders.ts';
import { arrangeButtons } from './handler-buttons.ts';
import styles from './handling.module.css';

/** The actions of an open task: the main one first, dangerous ones set apart, the rest under 更多. */
export function ActionButtons(props: {
  buttons: readonly TaskButton[];
  running: boolean;
  disabled: boolean;
  onPress: (button: TaskButton) => void;
}) {
  const { buttons, running, disabled, onPress } = props;
  const { main, others, dangerous, more } = arrangeButtons(buttons);
  return (
    <>
      {main !== undefined && (
        <Button type="primary" loading={running} disabled={disabled} onClick={() => onPress(main)}>
          {main.name}
        </Button>
      )}
      {others.map((button) => (
        <Button key={button.id} disabled={disabled || running} onClick={() => onPress(button)}>
          {button.name}
        </Button>
      ))}
      {(dangerous.length > 0 || more.length > 0) && (
        <span className={styles.apart}>
          {dangerous.map((button) => (
            <Button key={button.id} danger disabled={disabled || running} onClick={() => onPress(button)}>
              {button.name}
            </Button>
          ))}
          {more.length > 0 && (
            <Dropdown
              trigger={['click']}
              disabled={disabled || running}
              menu={{
                items: more.map((button) => ({
                  key: button.id,
                  label: button.name,
                  danger: button.dangerous,
                  onClick: () => onPress(button),
                })),
              }}
            >
              <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
                更多
              </Button>
            </Dropdown>
          )}
        </span>
      )}
    </>
  );
}
