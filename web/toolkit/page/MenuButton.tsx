import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useScreenActive } from '../screen/screen.ts';
import { joinClasses } from '../styles/join-classes.ts';
import styles from './menu-button.module.css';
import { popupContainerOf } from './popup-container.ts';

export interface MenuChoice {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  danger?: boolean;
  /** True for a line above the entry. */
  lineAbove?: boolean;
  onChoose: () => void;
}

const gapPixels = 4;

/**
 * Shows a button with a short menu: arrow keys move the focus, Escape or a click elsewhere closes the menu, and
 * the focus returns to the button. Our own component, since Ant Design's `Dropdown` with its menu adds 19 kB to
 * the first load of every screen (0087).
 */
export function MenuButton(props: {
  label?: string;
  className: string;
  disabled?: boolean;
  choices: readonly MenuChoice[];
  children: ReactNode;
}) {
  const [position, setPosition] = useState<{ top: number; right: number } | undefined>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const active = useScreenActive();
  const open = position !== undefined && active;
  const container = button.current ? popupContainerOf(button.current) : document.body;

  const close = () => {
    setPosition(undefined);
    button.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const closeOutside = (event: Event) => {
      const target = event.target as Node;
      if (!menu.current?.contains(target) && !button.current?.contains(target)) setPosition(undefined);
    };
    const closeOnScroll = () => setPosition(undefined);
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('scroll', closeOnScroll, true);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('scroll', closeOnScroll, true);
    };
  }, [open]);

  const toggle = () => {
    if (open || !button.current) return setPosition(undefined);
    const box = button.current.getBoundingClientRect();
    const minTargetSize = Number.parseFloat(
      getComputedStyle(document.documentElement).getPropertyValue('--target'),
    );
    const height = props.choices.length * Math.max(36, minTargetSize || 0) + 8;
    const fitsBelow = box.bottom + gapPixels + height <= innerHeight;
    setPosition({
      top: fitsBelow ? box.bottom + gapPixels : Math.max(gapPixels, box.top - gapPixels - height),
      right: Math.max(gapPixels, document.documentElement.clientWidth - box.right),
    });
  };

  const moveFocus = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const index = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      items[(next + items.length) % items.length]?.focus();
    }
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={props.className}
        disabled={props.disabled}
        aria-label={props.label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        {props.children}
      </button>
      {open &&
        createPortal(
          <div ref={menu} id={id} role="menu" className={styles.menu} style={position} onKeyDown={moveFocus}>
            {props.choices.map((choice) => (
              <Fragment key={choice.key}>
                {choice.lineAbove && <hr className={styles.rule} />}
                <button
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  className={joinClasses(styles.choice, choice.danger && styles.choiceDanger)}
                  onClick={() => {
                    close();
                    choice.onChoose();
                  }}
                >
                  {choice.icon}
                  {choice.label}
                </button>
              </Fragment>
            ))}
          </div>,
          container,
        )}
    </>
  );
}
