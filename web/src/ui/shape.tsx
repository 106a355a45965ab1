/**
 * One icon path that scales with the root's text size: older Safari does not support `rem` in an attribute. The login
 * page uses it directly, to keep its bundle small.
 */
export const Shape = ({ path, size = 22 }: { path: string; size?: number }) => (
  <svg
    viewBox="0 0 24 24"
    className="icon"
    width={`${size / 16}em`}
    height={`${size / 16}em`}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);
