"""Operations on one's account, on this deployment and its models, and on its health."""

from __future__ import annotations

from scholarai.entrypoints.operation import BODY_PROBLEMS, FunctionName, Operation


def _health(path: str, function: FunctionName, handler: str) -> Operation:
    return Operation(
        "GET",
        path,
        function,
        handler,
        "Whether the function's dependencies answer",
        services=("store_checks",),
        answer="schemas:Health",
        public=True,
    )


SITE_OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/me/usage",
        "status",
        "account:show_usage",
        "What one took today and stores, beside the limits, and when the day begins anew",
        services=("show_usage",),
        answer="account_schemas:UsageView",
    ),
    Operation(
        "GET",
        "/me/spending",
        "chat",
        "account:show_spending",
        "What models cost one, day by day",
        services=("show_spent", "provider"),
        answer="account_schemas:SpendingView",
    ),
    Operation(
        "GET",
        "/papers/{paper_id}/spending",
        "chat",
        "account:show_paper_spending",
        "What the conversations about a paper cost",
        services=("show_spent",),
        answer="account_schemas:PaperSpendingView",
    ),
    Operation(
        "GET",
        "/me/export",
        "status",
        "account:export_account",
        "Everything that is kept of oneself, page by page",
        services=("list_papers", "list_sessions", "get_session", "list_reviews", "read_report"),
        query="queries:CURSOR",
        answer="account_schemas:AccountExport",
        problems=(422,),
    ),
    Operation(
        "DELETE",
        "/me",
        "status",
        "account:delete_account",
        "Delete everything that is kept of oneself; repeat it after a 503",
        services=("forget_owner",),
        status=204,
    ),
    Operation(
        "GET",
        "/deployment",
        "chat",
        "deployment:show_deployment",
        "Who gets texts, how long they are kept, and where the source is",
        services=("settings", "provider"),
        answer="deployment:Deployment",
        public=True,
    ),
    Operation(
        "GET",
        "/settings/models",
        "chat",
        "model_settings:show_model_settings",
        "Which model answers, what it costs, and which others may be chosen",
        services=("model_settings",),
        answer="model_settings:ModelSettingsView",
        problems=(403,),
        own_page=True,
    ),
    Operation(
        "PUT",
        "/settings/models",
        "chat",
        "model_settings:choose_model",
        "Choose the model that answers from the next question on; on a server of one's own machine",
        services=("model_settings",),
        body="model_settings:ChooseModel",
        answer="model_settings:ModelSettingsView",
        problems=(*BODY_PROBLEMS, 403, 409),
        own_page=True,
    ),
    Operation(
        "POST",
        "/settings/models/try",
        "chat",
        "model_settings:try_model",
        "Let the model that answers write a sentence; on a server of one's own machine",
        services=("try_model",),
        answer="model_settings:TrialView",
        problems=(403, 409, 429),
        own_page=True,
    ),
    Operation(
        "GET",
        "/settings/models/found",
        "chat",
        "model_settings:find_servers",
        "Which servers of models answer on this machine and where the settings say that one is",
        services=("model_settings",),
        answer="model_settings:FoundServers",
        problems=(403, 409, 422),
        own_page=True,
    ),
    _health("/healthz", "status", "health:check_health"),
    _health("/healthz", "chat", "chat:check_health"),
    # The same under a name that Google's front ends do not keep for themselves, as they do /healthz of Cloud Run.
    _health("/health", "status", "health:check_health"),
    _health("/health", "chat", "chat:check_health"),
)
