import type { ReactNode } from 'react';

/** Draws the few icons of the page: an icon library would be larger than the rest of the page. */
function Icon({ children, size = 24 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export const CameraIcon = () => (
  <Icon size={28}>
    <path d="M4 8h3.2L9 5h6l1.8 3H20v11H4z" />
    <circle cx="12" cy="13" r="3.4" />
  </Icon>
);
export const PictureIcon = ({ size = 28 }: { size?: number }) => (
  <Icon size={size}>
    <rect x="3.5" y="4.5" width="17" height="15" rx="1.5" />
    <circle cx="15.5" cy="9" r="1.4" />
    <path d="m4 17 5-5.5 4 4 2.5-2 5 4.5" />
  </Icon>
);
export const FileIcon = ({ size = 24 }: { size?: number }) => (
  <Icon size={size}>
    <path d="M6 3.5h8l4.5 4.5v12.500H6z" />
    <path d="M14 3.500V8h4.5" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon size={16}>
    <path d="m5 5 14 14M19 5 5 19" />
  </Icon>
);
export const CheckIcon = ({ size = 22 }: { size?: number }) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="9" />
    <path d="m8 12.2 2.8 2.800L16 9.5" />
  </Icon>
);
export const ClockIcon = ({ size = 22 }: { size?: number }) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3.5 2" />
  </Icon>
);
export const InfoIcon = () => (
  <Icon size={20}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5M12 7.600v.1" />
  </Icon>
);
