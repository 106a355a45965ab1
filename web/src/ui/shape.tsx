/** One stroke of the icon family, in sizes that grow with the reader's text. The login page draws its single icon with this alone, to stay small. */
export const Shape = ({ path, size = 22 }: { path: string; size?: number }) => (
  <svg
    viewBox="0 0 24 24"
    width={`${size / 16}rem`}
    height={`${size / 16}rem`}
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
