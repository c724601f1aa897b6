-- What the editor does: it opens a record, waits for the findings, asks, applies a fix, and writes down what it saw.
-- It works with Neovim 0.7, which Debian 12 has.
local report = {}

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then
    error("nothing came: " .. what)
  end
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000) or {}
  for _, answer in pairs(answers) do
    assert(not answer.err, vim.inspect(answer.err))
    return answer.result
  end
  error("no answer: " .. method)
end

local function place(row, word)
  local line = vim.api.nvim_buf_get_lines(0, row - 1, row, true)[1]
  vim.api.nvim_win_set_cursor(0, { row, line:find(word, 1, true) - 1 })
  return vim.lsp.util.make_position_params()
end

local function session()
  local id = assert(vim.lsp.start_client({
    name = "barpoint",
    cmd = { vim.env.BARPOINT, "lsp" },
    root_dir = vim.fn.getcwd(),
    init_options = { picture = false },
  }))
  assert(vim.lsp.buf_attach_client(0, id))
  local client = vim.lsp.get_client_by_id(id)
  local function count()
    return #vim.diagnostic.get(0)
  end

  -- Where the findings are shown: what is typed moves them.
  local function lines()
    return table.concat(vim.tbl_map(function(finding) return finding.lnum end, vim.diagnostic.get(0)), " ")
  end

  wait("findings", function() return count() == 3 end)
  local first = lines()
  report.codes = vim.tbl_map(function(finding)
    local lsp = finding.user_data and finding.user_data.lsp or {}
    return { line = finding.lnum + 1, code = finding.code or lsp.code }
  end, vim.diagnostic.get(0))

  report.hover = ask("textDocument/hover", place(8, "64:")).contents.value
  report.symbols = #ask("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params() })

  -- A row is typed, and completed after its dice.
  vim.api.nvim_buf_set_lines(0, 8, 8, true, { "  2) 61:" })
  vim.api.nvim_win_set_cursor(0, { 9, 8 })
  local params = vim.lsp.util.make_position_params()
  params.position.character = 8
  local items = ask("textDocument/completion", params)
  report.completion = vim.tbl_map(function(item) return item.label end, items.items or items)
  wait("findings of the row that is typed", function() return lines() ~= first end)
  vim.api.nvim_buf_set_lines(0, 8, 9, true, {})
  wait("the findings from before", function() return lines() == first end)

  -- The first finding that has a fix gets it.
  report.fixed = false
  for _, finding in ipairs(vim.diagnostic.get(0)) do
    local range = {
      start = { line = finding.lnum, character = finding.col },
      ["end"] = { line = finding.end_lnum, character = finding.end_col },
    }
    local actions = ask("textDocument/codeAction", {
      textDocument = vim.lsp.util.make_text_document_params(),
      range = range,
      context = { diagnostics = {} },
    })
    if not report.fixed and actions and actions[1] then
      report.action = actions[1].title
      vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding or "utf-16")
      wait("fewer findings", function() return count() < 3 end)
      report.fixed = true
    end
  end
  report.left = count()
  report.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n")
end

local ok, why = pcall(session)
report.error = not ok and tostring(why) or nil
local encode = vim.json and vim.json.encode or vim.fn.json_encode
vim.fn.writefile({ encode(report) }, vim.env.REPORT)
vim.cmd("qa!")
