-- Hands the classes of the page to the engine: as a style of Word and OpenDocument, as a macro of Typst and LaTeX.

local KNOWN = { "authors", "affiliations", "side", "abstract", "table", "caption", "notes", "formula", "references", "supplement", "cover" }

local function class_of(element)
  for _, name in ipairs(KNOWN) do
    if element.classes:includes(name) then return name end
  end
end

local function wrapped(before, element, after)
  return { pandoc.RawBlock(FORMAT, before), element, pandoc.RawBlock(FORMAT, after) }
end

function Div(element)
  local name = class_of(element)
  if element.classes:includes("front") and (FORMAT == "typst" or FORMAT == "latex") then name = "front" end
  if not name then return nil end
  if FORMAT == "typst" then
    return wrapped("#zoo-" .. name .. "[", element, "]")
  elseif FORMAT == "latex" and (name == "front" or name == "table") then
    return wrapped("\\zoo" .. name, element, "\\endzoo" .. name) -- no group, since they begin and end columns
  elseif FORMAT == "latex" then
    return wrapped("\\begin{zoo" .. name .. "}", element, "\\end{zoo" .. name .. "}")
  end
  element.attributes["custom-style"] = "Zoo" .. name
  if name == "abstract" and FORMAT == "docx" then
    -- the front is set across all columns
    local properties = "<w:p><w:pPr>" .. os.getenv("FRONT_SECTION") .. "</w:pPr></w:p>"
    return { element, pandoc.RawBlock("openxml", properties) }
  end
  return element
end

-- Columns of equal width break their lines, where columns of natural width would run out of the column of text.
function Table(element)
  for _, column in ipairs(element.colspecs) do
    column[2] = 1 / #element.colspecs
  end
  return element
end
