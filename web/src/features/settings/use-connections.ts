/** What is connected, and changing it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { askToWrite, changeConnections, getConnections } from "@/api/zotero";
import type { ConnectionsView, WantedConnections } from "@/api/types";

const KEY = ["connections"];

export function useConnections() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => getConnections(signal),
    // Somebody starts Zotero, or allows others to read it, and comes back.
    refetchOnWindowFocus: "always",
    retry: false,
  });
}

export function useChange() {
  const client = useQueryClient();
  const onSuccess = (shown: ConnectionsView) => {
    client.setQueryData(KEY, shown);
    void client.invalidateQueries({ queryKey: ["zotero"] });
    // Which services are asked is said elsewhere, too.
    void client.invalidateQueries({ queryKey: ["deployment"] });
  };
  const change = useMutation({ mutationFn: (wanted: WantedConnections) => changeConnections(wanted), onSuccess });
  const ask = useMutation({ mutationFn: askToWrite, onSuccess });
  return { change, ask };
}
