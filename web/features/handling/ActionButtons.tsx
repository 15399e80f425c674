import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import type { TaskButton } from '#contract/work-orders.ts';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { MenuButton } from '#web/toolkit/page/MenuButton.tsx';
import menuButtonStyles from '#web/toolkit/page/menu-button.module.css';
import { phoneQuery, useMediaQuery } from '#web/toolkit/styles/use-media-query.ts';
import {
  arrangeButtons,
  type BarButtons,
  type BarOffer,
  consequenceOf,
  entriesInOrder,
  isAlternative,
  isRed,
  type MoreMenuEntry,
} from './handler-buttons.ts';
import styles from './handling.module.css';

const MoreSheet = lazyPart(async () => (await import('./ActionSheet.tsx')).ActionSheet);

interface ActionButtonsProps {
  buttons: readonly TaskButton[];
  /** Id of the button that matches the form's choice; only this one is primary. */
  matchingButton: string | undefined;
  /** Actions that the server offers in addition to the task's own buttons. */
  offers: readonly BarOffer[];
  running: boolean;
  disabled: boolean;
  onPress: (button: TaskButton) => void;
  /** Action of 暂存, which on a desktop is shown next to the opinion. */
  onSaveDraft: () => void;
}

/**
 * Shows the actions of an open task: the main one first, the ones that end the order separate, the rest under
 * 更多. The form's choice emphasizes its button and moves none. On a phone the main one and its first alternative,
 * such as 会签不通过, stand next to 更多, which opens a sheet.
 */
export function ActionButtons(props: ActionButtonsProps) {
  const { buttons, matchingButton, offers, running, disabled, onPress, onSaveDraft } = props;
  const isPhone = useMediaQuery(phoneQuery);
  const bar = arrangeButtons(buttons, offers.length);
  const { main, endingButtons: ending } = bar;
  const alternative = [...bar.others, ...ending].find(isAlternative);
  const entries: MoreMenuEntry[] = [
    ...menuEntries(bar, isPhone)
      .filter((button) => button !== alternative || !isPhone)
      .map((button) => ({
        key: button.id,
        name: button.name,
        consequence: consequenceOf(button),
        isRed: isRed(button),
        run: () => onPress(button),
      })),
    ...offers.map((offer) => ({
      key: offer.key,
      name: offer.name,
      run: offer.open,
    })),
    ...(isPhone ? [{ key: 'stage', name: '暂存', run: onSaveDraft }] : []),
  ];
  const isDisabled = disabled || running;
  const isPrimary = (button: TaskButton) => !isRed(button) && button.id === (matchingButton ?? main?.id);
  const mainButtonElement = main && (
    <Button
      type={isPrimary(main) ? 'primary' : 'default'}
      danger={isRed(main)}
      loading={running}
      disabled={disabled}
      onClick={() => onPress(main)}
    >
      {main.name}
    </Button>
  );
  const elementOf = (button: TaskButton) => (
    <Button
      key={button.id}
      type={isPrimary(button) ? 'primary' : 'default'}
      danger={isRed(button)}
      disabled={isDisabled}
      onClick={() => onPress(button)}
    >
      {button.name}
    </Button>
  );
  if (isPhone) {
    return (
      <>
        {entries.length > 0 && <MoreButton entries={entries} disabled={isDisabled} />}
        {alternative && elementOf(alternative)}
        {mainButtonElement}
      </>
    );
  }
  return (
    <>
      {mainButtonElement}
      {bar.others.map(elementOf)}
      {entries.length > 0 && <MoreButton entries={entries} disabled={isDisabled} />}
      {ending.length > 0 && <span className={styles.apart}>{ending.map(elementOf)}</span>}
    </>
  );
}

function menuEntries(
  { others, endingButtons: ending, more }: BarButtons,
  isPhone: boolean,
): readonly TaskButton[] {
  if (!isPhone) return more;
  return [...others, ...more, ...ending];
}

interface MoreProps {
  entries: readonly MoreMenuEntry[];
  disabled: boolean;
}

/** Shows 更多: a menu, or on a phone a sheet. */
export function MoreButton(props: MoreProps) {
  return useMediaQuery(phoneQuery) ? <PhoneMoreButton {...props} /> : <DesktopMoreMenu {...props} />;
}

function DesktopMoreMenu({ entries, disabled }: MoreProps) {
  return (
    <MenuButton
      className={menuButtonStyles.boxedButton ?? ''}
      disabled={disabled}
      choices={entriesInOrder(entries).flatMap((group, groupIndex) =>
        group.map(({ key, name, consequence, isRed: isRedEntry = false, run }, index) => ({
          key,
          label:
            consequence === undefined ? name : <IrreversibleLabel name={name} consequence={consequence} />,
          danger: isRedEntry,
          lineAbove: groupIndex > 0 && index === 0,
          onChoose: run,
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

function PhoneMoreButton({ entries, disabled }: MoreProps) {
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
      {open && (
        <MoreSheet entries={entries} onClose={() => setOpen(false)} onLoadFailed={() => setOpen(false)} />
      )}
    </>
  );
}
