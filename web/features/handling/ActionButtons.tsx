import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { OrderOffer, TaskButton } from '#contract/work-orders.ts';
import { MenuButton } from '#web/toolkit/page/MenuButton.tsx';
import menuButtonStyles from '#web/toolkit/page/menu-button.module.css';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import {
  arrangeButtons,
  type BarButtons,
  consequenceOf,
  countersignNoButton,
  entriesInOrder,
  isRed,
  type MoreEntry,
} from './handler-buttons.ts';
import styles from './handling.module.css';
import { MoreSheet } from './MoreSheet.tsx';

interface ActionButtonsProps {
  buttons: readonly TaskButton[];
  /** Id of the button that matches the form's choice. */
  matchingButton: string | undefined;
  /** Actions that the server offers besides the task's own buttons. */
  offers: readonly OrderOffer[];
  running: boolean;
  disabled: boolean;
  onPress: (button: TaskButton) => void;
  onOffer: (offer: OrderOffer) => void;
  /** Action of 暂存, which on a desktop is shown beside the opinion. */
  onSaveDraft: () => void;
}

/**
 * Shows the actions of an open task: the main one first, the one that ends the matter separate, the rest under
 * 更多; 会签不通过 is as important as 会签通过 and never hidden. On a phone there is one button beside 更多, which opens a sheet.
 */
export function ActionButtons(props: ActionButtonsProps) {
  const { buttons, matchingButton, offers, running, disabled, onPress, onOffer, onSaveDraft } = props;
  const phone = useMediaQuery(phoneQuery);
  const bar = arrangeButtons(buttons, matchingButton, offers.length);
  const { main } = bar;
  const no = bar.others.find(({ id }) => id === countersignNoButton);
  const entries: MoreEntry[] = [
    ...menuEntries(bar, phone)
      .filter((button) => button !== no || !phone)
      .map((button) => ({
        key: button.id,
        name: button.name,
        consequence: consequenceOf(button),
        red: isRed(button),
        press: () => onPress(button),
      })),
    ...offers.map((offer) => ({
      key: offer.action,
      name: offer.name,
      press: () => onOffer(offer),
    })),
    ...(phone ? [{ key: 'stage', name: '暂存', press: onSaveDraft }] : []),
  ];
  const off = disabled || running;
  const primary = main && (
    <Button
      type={isRed(main) ? 'default' : 'primary'}
      danger={isRed(main)}
      loading={running}
      disabled={disabled}
      onClick={() => onPress(main)}
    >
      {main.name}
    </Button>
  );
  if (phone) {
    return (
      <>
        {entries.length > 0 && <PhoneMore entries={entries} disabled={off} />}
        {no && (
          <Button danger disabled={off} onClick={() => onPress(no)}>
            {no.name}
          </Button>
        )}
        {primary}
      </>
    );
  }
  const { ending } = bar;
  return (
    <>
      {primary}
      {bar.others.map((button) => (
        <Button key={button.id} danger={isRed(button)} disabled={off} onClick={() => onPress(button)}>
          {button.name}
        </Button>
      ))}
      {entries.length > 0 && <DesktopMore entries={entries} disabled={off} />}
      {ending.length > 0 && (
        <span className={styles.apart}>
          {ending.map((button) => (
            <Button key={button.id} danger={isRed(button)} disabled={off} onClick={() => onPress(button)}>
              {button.name}
            </Button>
          ))}
        </span>
      )}
    </>
  );
}

function menuEntries({ others, ending, more }: BarButtons, phone: boolean): readonly TaskButton[] {
  if (!phone) return more;
  return [...others, ...more, ...ending];
}

interface MoreProps {
  entries: readonly MoreEntry[];
  disabled: boolean;
}

function DesktopMore({ entries, disabled }: MoreProps) {
  return (
    <MenuButton
      className={menuButtonStyles.boxedButton ?? ''}
      disabled={disabled}
      choices={entriesInOrder(entries).flatMap((group, at) =>
        group.map(({ key, name, consequence, red = false, press }, index) => ({
          key,
          label:
            consequence === undefined ? name : <IrreversibleLabel name={name} consequence={consequence} />,
          danger: red,
          divided: at > 0 && index === 0,
          onChoose: press,
        })),
      )}
    >
      更多 <DownOutlined aria-hidden />
    </MenuButton>
  );
}

function IrreversibleLabel({ name, consequence }: { name: string; consequence: string }) {
  return (
    <>
      {name} <small>{consequence}</small>
    </>
  );
}

function PhoneMore({ entries, disabled }: MoreProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className={styles.phoneMore}
        icon={<UpOutlined aria-hidden />}
        iconPlacement="end"
        disabled={disabled}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        更多
      </Button>
      {open && <MoreSheet entries={entries} onClose={() => setOpen(false)} />}
    </>
  );
}
