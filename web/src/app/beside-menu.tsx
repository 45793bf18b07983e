import { useRecent } from "@/lib/recent";
import { shell as texts } from "@/texts/shell";
import { Icon } from "@/ui/icons";
import { Menu } from "@/ui/menu";

/** Opens a second paper beside the first: one that was read lately. */
export function BesideMenu({
  current,
  beside,
  onChoose,
}: {
  current: string;
  beside: string | null;
  onChoose: (id: string | null) => void;
}) {
  const others = useRecent().filter(({ id }) => id !== current);
  if (!others.length) {
    return null;
  }
  return (
    <Menu
      label={texts.beside}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
      groups={[
        {
          name: texts.beside,
          items: others.map(({ id, title }) => ({
            label: title,
            checked: id === beside,
            onSelect: () => onChoose(id === beside ? null : id),
          })),
        },
      ]}
    >
      <Icon name="columns" />
    </Menu>
  );
}
